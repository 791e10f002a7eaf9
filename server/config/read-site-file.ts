import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type * as z from 'zod';
import { canonicalPath, decoded, matchRoute, NOT_FOUND_ROUTE } from '../../shared/addresses.ts';
import { addressOf, matchPage } from '../../shared/blog/tag-addresses.ts';
import { ConfigError } from './checks.ts';
import { SiteFile } from './site-file.ts';

/** The owner's file as it was read: what it sets, and what is wrong with it, one line each. */
export interface ReadSiteFile {
  text: string;
  site: SiteFile;
  /** From decoded path to address. */
  redirects: Map<string, string>;
  /** Each with the path in the file and never the value. */
  faults: string[];
}

const NOTHING = { text: '', site: {}, redirects: new Map<string, string>(), faults: [] };

/** @param file none is an empty one */
export function readSiteFile(file: string | undefined): ReadSiteFile {
  if (file === undefined) return NOTHING;
  try {
    return checkSiteFile(readFileSync(file, 'utf8'));
  } catch (error) {
    return { ...NOTHING, faults: [unreadable(error as NodeJS.ErrnoException)] };
  }
}

const unreadable = ({ code }: NodeJS.ErrnoException) =>
  `SITE_FILE: the file cannot be read (${code})`;

/** The same of a text that was read already. */
export function checkSiteFile(text: string): ReadSiteFile {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const place = wrongQuote(text) || position(error as Error);
    return { ...NOTHING, text, faults: [`SITE_FILE: is not valid JSON${place}`] };
  }
  const { data: site, error } = SiteFile.safeParse(json, { error: plainly });
  if (error) return { ...NOTHING, text, faults: error.issues.flatMap(faultsOf) };
  return { text, site, ...resolveRedirects(site.redirects ?? {}) };
}

/** V8 does not say where a quote stands that word processors write in place of ". */
function wrongQuote(text: string): string {
  const withoutTexts = text.split('\n').map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, ''));
  const line = withoutTexts.findIndex((rest) => /[“”„‘’'`]/.test(rest));
  return line < 0 ? '' : `: use straight quotes, " (line ${line + 1})`;
}

/** Where V8 stopped; the rest of its message repeats the text. */
function position({ message }: Error): string {
  return / \(line \d+ column \d+\)/.exec(message)?.[0] ?? '';
}

/** Where the schema gives no words of its own. */
function plainly(issue: z.core.$ZodRawIssue): string {
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

function faultsOf(issue: z.core.$ZodIssue): string[] {
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

/** `testimonials[0].rating`, as editors write it. */
function pathOf(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return text.join('').replace(/^\./, '') || 'the file';
}

/** Stands for the site's own origin; other targets are https. */
const HERE = 'http://site.invalid';

/** What an old address may lead to besides pages. */
const DOCUMENTS = ['/feed.xml', '/sitemap.xml'];

/** What stays in a decoded path that the gate refuses (server/http/gate.ts). */
const REFUSED = /\p{Cc}|%[0-9a-f]{2}/iu;

const IN_USE = 'cannot be redirected: the site uses this address itself';

/**
 * @param isTaken whether something other than a page has a decoded path
 * @throws {ConfigError} for redirects that would hide it
 */
export function checkRedirects(
  redirects: ReadonlyMap<string, string>,
  isTaken: (path: string) => boolean,
): void {
  const faults = [...redirects.keys()].filter(isTaken);
  if (faults.length > 0)
    throw new ConfigError(
      faults.map((from) => `SITE_FILE: redirects.${from}: ${IN_USE}`).join('\n'),
    );
}

/**
 * The redirects of the site file, each resolved to the end of its chain, so that a visitor is
 * redirected once, and encoded as a header takes it.
 * @returns the redirects by canonical path, and what is wrong with them, one line each
 */
function resolveRedirects(table: Record<string, string>) {
  const redirects = new Map<string, string>();
  const faults: string[] = [];
  const given = new Map(Object.entries(table).map(([from, to]) => [decoded(from), to]));
  for (const [from, to] of Object.entries(table)) {
    const fault = (text: string) => faults.push(`SITE_FILE: redirects.${from}: ${text}`);
    const target = follow(to, given);
    if (REFUSED.test(decoded(from))) fault('is not an address that a browser can ask for');
    else if (isPage(from)) fault(IN_USE);
    else if (target === null) fault('leads back to itself');
    else if (target === undefined) fault('must lead to a page of this site or to an https address');
    else redirects.set(canonicalPath(decoded(from)), target);
  }
  return { redirects, faults };
}

/** An older post or page may have moved, so its address is free. */
function isPage(path: string): boolean {
  const { route } = matchRoute(canonicalPath(decoded(path)));
  return route !== NOT_FOUND_ROUTE && route.data !== 'post' && route.data !== 'page';
}

/** @returns the end of the chain; null for a circle, undefined when nothing is there */
function follow(start: string, table: ReadonlyMap<string, string>): string | null | undefined {
  let end = start;
  for (let steps = 0; steps <= table.size; steps += 1) {
    const next = table.get(decoded(end));
    if (next === undefined) return existing(end);
    end = next;
  }
  return null;
}

function existing(target: string): string | undefined {
  const { origin, href, pathname, hash } = new URL(target, HERE);
  if (origin !== HERE) return href;
  if (DOCUMENTS.includes(pathname)) return pathname + hash;
  const match = matchPage(canonicalPath(decoded(pathname)));
  // Which pages the content service has is not known while the file is read.
  const isUnknown = match.route === NOT_FOUND_ROUTE || match.route.data === 'page';
  return isUnknown ? undefined : addressOf(match) + hash;
}

/** Two reads, and the pages that are made ready then, stay well within the promised 5 s. */
const POLL_MS = 500;

/**
 * Takes in every edit of the site file. Its text is compared, because the file may be a link that is
 * swapped (a mounted ConfigMap), of which no file system tells. An edit counts once two reads agree:
 * the first may have met an editor that was still writing. What cannot be taken in is logged once,
 * by its path in the file, and changes nothing. A new year takes the file in again: years of the
 * copyright and of experience are counted to today.
 * @param text what it said when it was read
 * @param takeIn throws a ConfigError for what cannot be used
 * @param signal ends it
 */
export async function followSiteFile(
  { path, text }: { path: string; text: string },
  parts: { log: Logger; takeIn: (text: string) => Promise<void>; signal: AbortSignal },
): Promise<void> {
  const { log, takeIn, signal } = parts;
  let handled = text;
  let seen = text;
  let year = new Date().getFullYear();
  for (;;) {
    await sleep(POLL_MS, null, { ref: false, signal }).catch(() => {});
    const read = await readFile(path, 'utf8').catch((error) => new ConfigError(unreadable(error)));
    if (signal.aborted) return;
    const before = seen;
    seen = String(read);
    const isNewYear = new Date().getFullYear() !== year;
    if ((seen === handled && !isNewYear) || seen !== before) continue;
    handled = seen;
    year = new Date().getFullYear();
    try {
      if (read instanceof ConfigError) throw read;
      await takeIn(read);
      log.info('the site file has changed and its new content is live');
    } catch (error) {
      if (!(error instanceof ConfigError))
        log.error({ err: error }, 'a change to the site file could not be applied');
      else {
        const faults = error.message.split('\n');
        log.error(
          { faults },
          'the edited site file has faults and was not applied: the site keeps the version before',
        );
      }
    }
  }
}
