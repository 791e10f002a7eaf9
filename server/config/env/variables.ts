import type * as z from 'zod';
import { CALLBACK_VARIABLES } from './callback-variables.ts';
import { COMPANY_VARIABLES } from './company-variables.ts';
import { BLOG_VARIABLES, SITE_VARIABLES } from './content-variables.ts';
import { ADDRESS_VARIABLES, RUNNING_VARIABLES } from './serving-variables.ts';

/**
 * Every environment variable of the site, by section of docs/configuration.md. A new one is an
 * entry in the table of its section and its use: `npm run docs` writes the lists and .env.example.
 */
export const SECTIONS = {
  Address: ADDRESS_VARIABLES,
  'The site': SITE_VARIABLES,
  Blog: BLOG_VARIABLES,
  'Callback requests': CALLBACK_VARIABLES,
  Running: RUNNING_VARIABLES,
  'The company': COMPANY_VARIABLES,
} as const;

export const VARIABLES = {
  ...ADDRESS_VARIABLES,
  ...SITE_VARIABLES,
  ...BLOG_VARIABLES,
  ...CALLBACK_VARIABLES,
  ...RUNNING_VARIABLES,
  ...COMPANY_VARIABLES,
};

export type VariableName = keyof typeof VARIABLES;

export type VariableSchemas = { [N in VariableName]: (typeof VARIABLES)[N]['check'] };

/** The values of all of them, checked and converted. */
export type Environment = z.output<z.ZodObject<VariableSchemas>>;
