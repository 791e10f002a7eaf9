import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { SiteFile } from './site-file.ts';

/** The owner's file as it was read: what it sets, and what is wrong with it, one line each. */
export interface ReadSiteFile {
  text: string;
  site: SiteFile;
  /** Each with the path in the file and never the value. */
  faults: string[];
}

export function readSiteFile(file: string): ReadSiteFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return { text: '', site: {}, faults: [unreadable(error as NodeJS.ErrnoException)] };
  }
  return checkSiteFile(text);
}

export const unreadable = ({ code }: NodeJS.ErrnoException) =>
  `SITE_FILE: takes a file that can be read (${code})`;

/** The same of a text that was read already. */
export function checkSiteFile(text: string): ReadSiteFile {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { text, site: {}, faults: [`SITE_FILE: takes JSON${position(error as Error)}`] };
  }
  const parsed = SiteFile.safeParse(json, { error: plainly });
  if (parsed.success) return { text, site: parsed.data, faults: [] };
  return { text, site: {}, faults: parsed.error.issues.flatMap(faultsOf) };
}

/** Where V8 stopped; the rest of its message repeats the text. */
function position({ message }: Error): string {
  return / \(line \d+ column \d+\)/.exec(message)?.[0] ?? '';
}

function plainly(issue: z.core.$ZodRawIssue): string | undefined {
  return issue.code === 'invalid_type' ? `takes ${KINDS[issue.expected] ?? 'a value'}` : undefined;
}

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
};

function faultsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `SITE_FILE: ${pathOf([...issue.path, key])}: is not known`);
  const message =
    issue.code === 'invalid_key' ? 'takes paths such as /old as its keys' : issue.message;
  return [`SITE_FILE: ${pathOf(issue.path)}: ${message}`];
}

/** `testimonials[0].rating`, as editors write it. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return text.join('').replace(/^\./, '') || 'the file';
}
