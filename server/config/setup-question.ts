import type { Claims } from '../../shared/site/claims.ts';
import type { Company } from '../../shared/site/company.ts';
import type { LegalDates } from '../../shared/site/site-context.ts';
import type { Brand } from './brand.ts';
import { SECRET_VARIABLES } from './env/secrets.ts';
import { VARIABLES, type VariableName } from './env/variables.ts';
import { parseSiteFile } from './site-file/load-site-file.ts';

/**
 * The answers so far: the site file, the variables of `.env`, and the optional questions chosen.
 */
export interface Answers {
  site: SiteAnswers;
  env: NodeJS.Dict<string>;
  /** Indexes of the optional questions that were chosen. */
  chosen: readonly number[];
  /** The password that setup suggested for the desk. */
  madePassword?: string;
}

interface SiteAnswers {
  company?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  brand?: Record<string, unknown>;
  legal?: Record<string, unknown>;
  testimonials?: unknown[];
}

/** The path of a setting in the site file. */
export type Target =
  | readonly ['company', keyof Company]
  | readonly ['claims', keyof Claims]
  | readonly ['brand', keyof Brand]
  | readonly ['legal', keyof LegalDates];

export interface Question {
  question: string;
  /** The reason for the question, or where the answer is found. */
  help: string;
  /** The name in the list of optional questions. */
  label?: string;
  /** The answer so far, as an owner would type it; '' for none. */
  current(answers: Answers): string;
  /** The answer that Enter gives while there is none. */
  suggested?(answers: Answers): string;
  /**
   * Sets an answer; '' leaves the fact out.
   * @returns the issue; undefined when the answer was set
   */
  answer(input: string, answers: Answers): string | undefined;
  isRequired?: boolean;
  /** The question is skipped when this returns false. */
  isAsked?(answers: Answers): boolean;
}

/**
 * Sets a value in the site file if the site would accept it.
 * @returns the issue otherwise
 */
export function setInSite(
  [part, key]: Target,
  value: unknown,
  answers: Answers,
): string | undefined {
  const site = { ...answers.site, [part]: { ...answers.site[part], [key]: value } };
  const [issue] = parseSiteFile(JSON.stringify(site), {
    folder: '.',
    siteUrl: 'http://localhost',
  }).issues;
  // Only the file knows null: here a claim is left out with Enter.
  if (issue) return `It ${issue.replace(/^SITE_FILE: [^:]*: |, or null$/g, '')}.`;
  answers.site = site;
  return undefined;
}

export const inSite = ([part, key]: Target, { site }: Answers) => site[part]?.[key];

type Wording = Pick<Question, 'question' | 'help'> & Partial<Question>;

export function textQuestion(target: Target, wording: Wording): Question {
  return {
    current: (answers) => String(inSite(target, answers) ?? ''),
    answer: (input, answers) => setInSite(target, input || undefined, answers),
    ...wording,
  };
}

/** Creates a question whose answer may be that of another, with Enter. */
export const sameOr = (target: Target, other: keyof Company, wording: Wording) =>
  textQuestion(target, {
    suggested: ({ site }) => String(site.company?.[other] ?? ''),
    isRequired: true,
    ...wording,
  });

export const numberQuestion = (target: Target, wording: Wording) =>
  textQuestion(target, {
    answer: (input, answers) =>
      input && !/^\d+$/.test(input)
        ? 'Please enter a number.'
        : setInSite(target, input ? Number(input) : undefined, answers),
    ...wording,
  });

export const YES_OR_NO = /^(y|yes|n|no)$/i;

export const yesNoQuestion = (target: Target, wording: Wording) =>
  textQuestion(target, {
    current: (answers) => (inSite(target, answers) ? 'yes' : ''),
    answer: (input, answers) =>
      input && !YES_OR_NO.test(input)
        ? 'Please answer yes or no.'
        : setInSite(target, /^y/i.test(input) || undefined, answers),
    ...wording,
    question: `${wording.question} (yes or no)`,
  });

/**
 * Parses a choice from a numbered list, such as `1 3-5` or `all`.
 * @returns the indexes; null when the input is none
 */
export function parseChoice(input: string, count: number): number[] | null {
  if (/^all$/i.test(input)) return Array.from({ length: count }, (_, index) => index);
  const chosen: number[] = [];
  for (const part of input.split(/[\s,]+/).filter(Boolean)) {
    const [, first, last = first] = /^(\d+)(?:[-–](\d+))?$/.exec(part) ?? [];
    if (first === undefined) return null;
    for (let number = Number(first); number <= Number(last); number += 1) chosen.push(number - 1);
  }
  return chosen.some((index) => index < 0 || index >= count) ? null : chosen;
}

export const numbered = (lines: readonly string[]) =>
  lines.map((line, index) => `${String(index + 1).padStart(4)}  ${line}\n`).join('');

export const PLEASE_CHOOSE = 'Please type numbers from the list, for example 1 3 5, or all.';

export function variableQuestion(name: VariableName, wording: Wording): Question {
  const isSecret = SECRET_VARIABLES.includes(name);
  return {
    current: ({ env }) => (env[name] && isSecret ? 'already set' : (env[name] ?? '')),
    answer(input, { env }) {
      if (/["\\]/.test(input)) return 'It must not contain " or \\.';
      const { error } = input ? VARIABLES[name].check.safeParse(input) : {};
      if (error) return `It ${error.issues[0]?.message}.`;
      env[name] = input || undefined;
      return undefined;
    },
    ...wording,
  };
}
