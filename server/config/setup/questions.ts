import { randomInt } from 'node:crypto';
import type { Company } from '../../../shared/site/company.ts';
import type { COMPANY_VARIABLES } from '../env/company-variables.ts';
import type { VariableName } from '../env/variables.ts';

/** A fact of the company that every site needs. */
export type Fact = (typeof COMPANY_VARIABLES)[keyof typeof COMPANY_VARIABLES]['key'];

/** A question, whose answer is one or more facts of the site file, or a variable of `.env`. */
export type Question = { ask: string; help: string } & (
  | { facts: readonly Fact[] }
  | {
      variable: VariableName;
      /** The answer that Enter gives; without one, Enter leaves the variable out. */
      suggest?: (company: Partial<Company>) => string;
      /** Completes what people leave out. */
      normalize?: (input: string) => string;
    }
);

const COMPANIES_HOUSE = 'By law every page shows it. Companies House on GOV.UK has it.';

/** The questions of setup, at most ten. Everything else is a comment in the site file. */
export const QUESTIONS: readonly Question[] = [
  {
    facts: ['name'],
    ask: 'What is your company called?',
    help: 'The name customers know, for the logo and page titles.',
  },
  {
    facts: ['legalName'],
    ask: 'What is its registered name?',
    help: COMPANIES_HOUSE,
  },
  {
    facts: ['number'],
    ask: 'What is its company number?',
    help: COMPANIES_HOUSE,
  },
  {
    facts: ['registeredOffice', 'headOffice'],
    ask: 'What is the address of its registered office?',
    help: 'By law every page shows it. If your head office is elsewhere, change headOffice in the file later.',
  },
  {
    facts: ['phone24h', 'phone'],
    ask: 'Which phone number should people call?',
    help: 'It is the first thing on every page. If you have two numbers, change phone in the file later.',
  },
  {
    facts: ['email', 'claimsEmail'],
    ask: 'Which email address should visitors use?',
    help: 'If messages about claims go elsewhere, change claimsEmail in the file later.',
  },
  {
    variable: 'SITE_URL',
    ask: 'What is the website’s public address?',
    help: 'For example https://www.example.com. Press Enter if you do not know yet.',
    normalize: (input) => (/^https?:/i.test(input) ? input : `https://${input}`),
  },
  {
    variable: 'CALLBACK_MAIL_TO',
    ask: 'Who should get callback requests by email?',
    help: 'Separate addresses with commas.',
    suggest: ({ claimsEmail = '' }) => claimsEmail,
  },
  {
    variable: 'SMTP_URL',
    ask: 'Which mail server should send them?',
    help: 'For example smtps://user:password@mail.example.com. Press Enter if you do not know yet: until then no email is sent.',
  },
  {
    variable: 'DESK_PASSWORD',
    ask: 'Which password should your staff use to see callback requests?',
    help: '16 characters or more. Press Enter to use this one.',
    suggest: () => MADE_PASSWORD,
  },
];

/** Letters and digits that nobody takes for others. */
const UNMISTAKABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

const MADE_PASSWORD = Array.from({ length: 16 }, () => UNMISTAKABLE[randomInt(UNMISTAKABLE.length)])
  .join('')
  .replace(/.{4}(?=.)/g, '$&-');
