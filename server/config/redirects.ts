import { canonicalPath, decoded, matchRoute, NOT_FOUND_ROUTE } from '../../shared/addresses.ts';
import { addressOf, matchPage } from '../../shared/blog/tag-addresses.ts';
import { ConfigError } from './error.ts';

/** Stands for the site's own origin; other targets are https. */
const HERE = 'http://site.invalid';

/** What an old address may lead to besides pages. */
const DOCUMENTS = ['/feed.xml', '/sitemap.xml'];

/** What stays in a decoded path that the gate refuses (server/http/gate.ts). */
const REFUSED = /\p{Cc}|%[0-9a-f]{2}/iu;

const IN_USE = 'takes an address that the site does not use itself';

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
 * @returns the redirects by decoded path, and what is wrong with them, one line each
 */
export function resolveRedirects(table: Record<string, string>) {
  const redirects = new Map<string, string>();
  const faults: string[] = [];
  const given = new Map(Object.entries(table).map(([from, to]) => [decoded(from), to]));
  for (const [from, to] of Object.entries(table)) {
    const fault = (text: string) => faults.push(`SITE_FILE: redirects.${from}: ${text}`);
    const target = follow(to, given);
    if (REFUSED.test(decoded(from))) fault('takes a path that a request can have');
    else if (isPage(from)) fault(IN_USE);
    else if (target === null) fault('leads in a circle');
    else if (target === undefined)
      fault('takes a page of the site or an https address as its target');
    else redirects.set(decoded(from), target);
  }
  return { redirects, faults };
}

/** An older post may have moved, so its address is free. */
function isPage(path: string): boolean {
  const { route } = matchRoute(canonicalPath(decoded(path)));
  return route !== NOT_FOUND_ROUTE && route.data !== 'post';
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
  return match.route === NOT_FOUND_ROUTE ? undefined : addressOf(match) + hash;
}
