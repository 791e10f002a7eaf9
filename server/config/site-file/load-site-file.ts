import { type Document, isMap, isNode, isPair, isSeq, LineCounter, parseDocument } from 'yaml';
import type * as z from 'zod';
import { describeReadError, readRegularFileSync } from '../read-regular-file.ts';
import { type Mark, readMark } from './mark.ts';
import { readPhotos } from './photos.ts';
import { resolveRedirects } from './redirects.ts';
import { SiteFile, type SiteFileIssue } from './site-file-schema.ts';

/** The owner's file: its settings, and the issues that make it unusable. */
export interface ParsedSiteFile {
  site: SiteFile;
  /** Redirect targets by decoded source path. */
  redirects: ReadonlyMap<string, string>;
  /** The photos by URL path. */
  photos: ReadonlyMap<string, Buffer>;
  mark: Mark | null;
  /** One line each, with the path in the file and its line, and never the value. */
  issues: string[];
}

/** Aliases of a file that a person writes are few; a bomb of aliases has thousands. */
const MAX_ALIASES = 100;

/**
 * Reads the text of the site file, in which U+FFFD stands for bytes that are not UTF-8.
 * @param isRequired whether a missing file is an issue; otherwise it has no text
 * @returns the text, or the issue
 */
export function readSiteFile(path: string, isRequired: boolean): { text: string; issue?: string } {
  try {
    return { text: readRegularFileSync(path).toString() };
  } catch (error) {
    return toMissingText(error as NodeJS.ErrnoException, isRequired);
  }
}

/** Returns the text of a site file that could not be read: none, or the issue. */
export function toMissingText(error: NodeJS.ErrnoException, isRequired: boolean) {
  if (error.code === 'ENOENT' && !isRequired) return { text: '' };
  return { text: '', issue: describeReadError('SITE_FILE', error) };
}

/**
 * Parses the site file, which is YAML or JSON, and reads the files that it names.
 * @param origin.folder the folder of the site file
 * @param origin.siteUrl the public origin
 */
export function parseSiteFile(
  text: string,
  { folder, siteUrl }: { folder: string; siteUrl: string },
): ParsedSiteFile {
  const lines = new LineCounter();
  const yaml = parseDocument(text.replace(/^\uFEFF/, ''), {
    lineCounter: lines,
    prettyErrors: false, // they quote the text
  });
  const syntaxIssue = findForeignLine(text) ?? findSyntaxIssue(yaml, lines);
  if (syntaxIssue) return unusable([`SITE_FILE: ${syntaxIssue}`]);
  let content: unknown;
  try {
    content = dropEmptySections(yaml.toJS({ maxAliasCount: MAX_ALIASES }) ?? {});
  } catch {
    return unusable(['SITE_FILE: has an alias (*) of no text, or too many of them']);
  }
  const describe = ({ path, message }: SiteFileIssue) =>
    `SITE_FILE: ${pathOf(path)}: ${message} (line ${lineOf(yaml, lines, path)})`;
  const { data: site, error } = SiteFile.safeParse(content, { error: formatZodIssue });
  if (error) return unusable(error.issues.flatMap(splitIssue).map(describe));
  const { redirects, issues } = resolveRedirects(site.redirects ?? {}, siteUrl);
  const { photos, issues: photoIssues } = readPhotos(site, folder);
  issues.push(...photoIssues);
  const read = site.brand?.mark ? readMark(site.brand.mark, folder) : { mark: null };
  if ('issue' in read) issues.push({ path: ['brand', 'mark'], message: read.issue });
  const mark = 'mark' in read ? read.mark : null;
  return { site, redirects, photos, mark, issues: issues.map(describe) };
}

/** Drops sections of which every line is a comment. An empty list of testimonials is one, though. */
function dropEmptySections(content: object): object {
  if (Array.isArray(content)) return content;
  const sections = Object.entries(content).filter(([, section]) => section !== null);
  const isEmptyList = 'testimonials' in content && content.testimonials === null;
  return { ...Object.fromEntries(sections), ...(isEmptyList && { testimonials: [] }) };
}

const unusable = (issues: string[]): ParsedSiteFile => ({
  site: {},
  redirects: new Map(),
  photos: new Map(),
  mark: null,
  issues,
});

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

function findSyntaxIssue({ errors }: Document, lines: LineCounter): string | undefined {
  const [error] = errors;
  if (!error) return undefined;
  const { line } = lines.linePos(error.pos[0]);
  return `is not valid YAML${ADVICE[error.code] ?? ''} (line ${line})`;
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
function formatZodIssue({ code, expected, input }: z.core.$ZodRawIssue): string {
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

function splitIssue(issue: z.core.$ZodIssue): SiteFileIssue[] {
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
