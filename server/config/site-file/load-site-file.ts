import type * as z from 'zod';
import { describeReadError, readRegularFileSync } from '../read-regular-file.ts';
import { resolveRedirects } from './redirects.ts';
import { SiteFile } from './site-file-schema.ts';

/** The owner's file: its settings, and the issues that make it unusable. */
export interface ParsedSiteFile {
  text: string;
  site: SiteFile;
  /** Redirect targets by decoded source path. */
  redirects: Map<string, string>;
  /** One line each, with the path in the file and never the value. */
  issues: string[];
}

const EMPTY_SITE_FILE = { text: '', site: {}, redirects: new Map<string, string>(), issues: [] };

/**
 * Reads and parses the site file; without a path, an empty one.
 * @param siteUrl the public origin, as far as it is known
 */
export function loadSiteFile(path: string | undefined, siteUrl?: string): ParsedSiteFile {
  if (path === undefined) return EMPTY_SITE_FILE;
  try {
    return parseSiteFile(readRegularFileSync(path).toString(), siteUrl);
  } catch (error) {
    const issue = describeReadError('SITE_FILE', error as NodeJS.ErrnoException);
    return { ...EMPTY_SITE_FILE, issues: [issue] };
  }
}

/** @param text in which U+FFFD stands for bytes that are not UTF-8 */
export function parseSiteFile(text: string, siteUrl?: string): ParsedSiteFile {
  const foreignLine = text.split('\n').findIndex((line) => line.includes('\uFFFD'));
  if (foreignLine >= 0) {
    const issue = 'has characters that are not UTF-8: save it with this encoding';
    return { ...EMPTY_SITE_FILE, text, issues: [`SITE_FILE: ${issue} (line ${foreignLine + 1})`] };
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const position = locateSmartQuote(text) || jsonErrorPosition(error as Error);
    return { ...EMPTY_SITE_FILE, text, issues: [`SITE_FILE: is not valid JSON${position}`] };
  }
  const { data: site, error } = SiteFile.safeParse(json, { error: formatZodIssue });
  if (error) return { ...EMPTY_SITE_FILE, text, issues: error.issues.flatMap(describeIssue) };
  return { text, site, ...resolveRedirects(site.redirects ?? {}, siteUrl) };
}

/** Finds a quote that word processors write in place of ", because V8 does not say where it is. */
function locateSmartQuote(text: string): string {
  const withoutTexts = text.split('\n').map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, ''));
  const line = withoutTexts.findIndex((rest) => /[“”„‘’'`]/.test(rest));
  return line < 0 ? '' : `: use straight quotes, " (line ${line + 1})`;
}

/** Returns the position in V8's message; the rest of the message repeats the text. */
function jsonErrorPosition({ message }: Error): string {
  return / \(line \d+ column \d+\)/.exec(message)?.[0] ?? '';
}

/** Describes an issue for which the schema gives no message. */
function formatZodIssue(issue: z.core.$ZodRawIssue): string {
  return `must be ${(issue.code === 'invalid_type' && KINDS[issue.expected]) || 'another value'}`;
}

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  number: 'a number',
  int: 'a whole number',
};

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) =>
        `SITE_FILE: ${pathOf([...issue.path, key])}: is not a setting that the site file can have`,
    );
  const message =
    issue.code === 'invalid_key'
      ? 'every old address must be a path, for example /old'
      : issue.message;
  return [`SITE_FILE: ${pathOf(issue.path)}: ${message}`];
}

/** Returns the path as editors write it: `testimonials[0].rating`. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return text.join('').replace(/^\./, '') || 'the file';
}
