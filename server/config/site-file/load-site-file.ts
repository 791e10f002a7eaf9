import { LineCounter, parseDocument } from 'yaml';
import { describeReadError, readRegularFileSync } from '../read-regular-file.ts';
import { type Mark, readMark } from './mark.ts';
import { readPhotos } from './photos.ts';
import { resolveRedirects } from './redirects.ts';
import {
  describeIssue,
  findSyntaxIssue,
  formatZodIssue,
  splitZodIssue,
} from './site-file-issues.ts';
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
  const syntaxIssue = findSyntaxIssue(text, yaml, lines);
  if (syntaxIssue) return unusable([`SITE_FILE: ${syntaxIssue}`]);
  let content: unknown;
  try {
    content = dropEmptySections(yaml.toJS({ maxAliasCount: MAX_ALIASES }) ?? {});
  } catch {
    return unusable(['SITE_FILE: has an alias (*) of no text, or too many of them']);
  }
  const describe = (issue: SiteFileIssue) => `SITE_FILE: ${describeIssue(issue, yaml, lines)}`;
  const { data: site, error } = SiteFile.safeParse(content, { error: formatZodIssue });
  if (error) return unusable(error.issues.flatMap(splitZodIssue).map(describe));
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
