import type * as z from 'zod';

/** One environment variable: everything the server and the documents know about it. */
export interface VariableDefinition {
  /** The schema that validates and converts the value. */
  check: z.ZodType;
  /** The description for operators: one line of Markdown. */
  meaning: string;
  /**
   * The effect of leaving it unset, where the schema has no default and the effect is not "off";
   * Markdown.
   */
  defaultText?: string;
  /** The value in .env.example, when there is no default to show. */
  example?: string;
}

/**
 * Defines a variable.
 * @param more the texts of a variable without a default
 */
export const defineVariable = <Check extends z.ZodType>(
  schema: Check,
  description: string,
  more: Pick<VariableDefinition, 'defaultText' | 'example'> = {},
) => ({ check: schema, meaning: description, ...more });
