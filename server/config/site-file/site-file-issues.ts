import { type Document, isMap, isNode, isPair, isSeq, type LineCounter } from 'yaml';
import type * as z from 'zod';
import type { SiteFileIssue } from './site-file-schema.ts';

/** Returns the issue of bytes that are not UTF-8, which were read as U+FFFD. */
function findForeignLine(text: string): string | undefined {
  const line = text.split('\n').findIndex((each) => each.includes('\uFFFD'));
  if (line < 0) return undefined;
  return `has characters that are not UTF-8: save it with this encoding (line ${line + 1})`;
}

/** Advice about the usual slips, by the parser's code. */
const ADVICE: Partial<Record<string, string>> = {
  TAB_AS_INDENT: ': use spaces in place of tabs',
  DUPLICATE_KEY: ': the same key is there twice',
  BLOCK_AS_IMPLICIT_KEY: ': put a text that contains a colon in quotes',
  BAD_SCALAR_START: ': put a text that begins with @ or ` in quotes',
  MULTIPLE_DOCS: ': remove the line ---',
};

/** Returns the reason for which a text is no YAML, with its line. */
export function findSyntaxIssue(
  text: string,
  { errors }: Document,
  lines: LineCounter,
): string | undefined {
  const foreignLine = findForeignLine(text);
  if (foreignLine) return foreignLine;
  const [error] = errors;
  if (!error) return undefined;
  const { line } = lines.linePos(error.pos[0]);
  return `is not valid YAML${ADVICE[error.code] ?? ''} (line ${line})`;
}

/** Describes an issue with its path in the file, and its line. */
export function describeIssue(
  { path, message }: SiteFileIssue,
  yaml: Document,
  lines: LineCounter,
): string {
  return `${pathOf(path)}: ${message} (line ${lineOf(yaml, lines, path)})`;
}

/** Returns the line of a setting, or of the nearest one around it that the file has. */
function lineOf(yaml: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = yaml.contents;
  let start = 0;
  for (const key of path) {
    const item = isMap(node)
      ? node.items.find((pair) => String(pair.key) === String(key))
      : isSeq(node) && node.items[Number(key)];
    if (!item) break;
    const place = isPair(item) ? item.key : item;
    if (isNode(place) && place.range) [start] = place.range;
    node = isPair(item) ? item.value : item;
  }
  return lines.linePos(start).line;
}

/** Describes an issue for which the schema gives no message. */
export function formatZodIssue({ code, expected, input }: z.core.$ZodRawIssue): string {
  if (code !== 'invalid_type') return 'must be another value';
  const isUnquoted = expected === 'string' && ['number', 'boolean'].includes(typeof input);
  return `must be ${KINDS[expected] ?? 'another value'}${isUnquoted ? ': put it in quotes' : ''}`;
}

const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a list of settings with their names',
  record: 'a list of settings with their names',
  number: 'a number',
  int: 'a whole number',
};

/** Returns an issue for each of the keys that zod reports together. */
export function splitZodIssue(issue: z.core.$ZodIssue): SiteFileIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: 'is not a setting that the site file can have',
    }));
  if (issue.code === 'invalid_key')
    return [{ path: issue.path, message: 'every old address must be a path, for example /old' }];
  return [issue];
}

/** Returns the path as editors write it: `testimonials[0].rating`. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return text.join('').replace(/^\./, '') || 'the file';
}
