import { matchServerRoute, serverPagePath } from '../../shared/blog/tag-routes.ts';
import { canonicalPath, matchRoute, NOT_FOUND_ROUTE, safeDecode } from '../../shared/routes.ts';
import { RESERVED_SLUGS } from './reserved-slugs.ts';
import { ConfigError } from './schemas.ts';

/** Stands for the site's own origin. Targets elsewhere are https. */
const BASE_ORIGIN = 'http://site.invalid';

/** Files to which an old address may lead, besides pages. */
const REDIRECTABLE_FILES = ['/feed.xml', '/sitemap.xml'];

/** Characters that the gate refuses in a decoded path (server/http/gate.ts). */
const REFUSED = /\p{Cc}|%[0-9a-f]{2}/iu;

const PATH_IN_USE = 'cannot be redirected: the site uses this address itself';

/**
 * Asserts that no redirect hides an endpoint or a file.
 * @param isReserved tells whether something other than a page has a decoded path
 * @throws {ConfigError} naming the redirects that do, one a line
 */
export function assertRedirectsFree(
  redirects: ReadonlyMap<string, string>,
  isReserved: (path: string) => boolean,
): void {
  const hiding = [...redirects.keys()].filter(isReserved);
  if (hiding.length > 0)
    throw new ConfigError(
      hiding.map((from) => `SITE_FILE: redirects.${from}: ${PATH_IN_USE}`).join('\n'),
    );
}

/**
 * Resolves each redirect of the site file to the end of its chain, so that a visitor is redirected
 * once, and encodes it for a header.
 * @returns the targets by canonical path, and the issues, one line each
 */
export function resolveRedirects(table: Record<string, string>) {
  const redirects = new Map<string, string>();
  const issues: string[] = [];
  const targets = new Map(Object.entries(table).map(([from, to]) => [addressOf(from), to]));
  for (const [from, to] of Object.entries(table)) {
    const report = (text: string) => issues.push(`SITE_FILE: redirects.${from}: ${text}`);
    const target = resolveChain(to, targets);
    if (REFUSED.test(safeDecode(from))) report('is not an address that a browser can ask for');
    else if (isPage(from)) report(PATH_IN_USE);
    else if (target === null) report('leads back to itself');
    else if (target === undefined)
      report('must lead to a page of this site or to an https address');
    else redirects.set(addressOf(from), target);
  }
  return { redirects, issues };
}

/** The address that every spelling of a path leads to. */
const addressOf = (path: string) => canonicalPath(safeDecode(path.replace(/#.*/s, '')));

/** Tells whether a page has this path. A post may have moved, so its path is free. */
function isPage(path: string): boolean {
  const { route } = matchRoute(addressOf(path));
  return route !== NOT_FOUND_ROUTE && route.data !== 'post' && route.data !== 'page';
}

/** @returns the end of the chain; null for a circle, undefined when the site has no such page */
function resolveChain(
  start: string,
  table: ReadonlyMap<string, string>,
): string | null | undefined {
  let end = start;
  for (let steps = 0; steps <= table.size; steps += 1) {
    const next = table.get(addressOf(end));
    if (next === undefined) return resolveRedirectTarget(end);
    end = next;
  }
  return null;
}

function resolveRedirectTarget(target: string): string | undefined {
  const { origin, href, pathname, hash } = new URL(target, BASE_ORIGIN);
  if (origin !== BASE_ORIGIN) return href;
  if (REDIRECTABLE_FILES.includes(pathname)) return pathname + hash;
  const match = matchServerRoute(addressOf(pathname));
  // Pages of the content service come and go, as posts do: each may be there when it is asked for.
  const { route, slug } = match;
  const isUnknown =
    route === NOT_FOUND_ROUTE || (route.data === 'page' && RESERVED_SLUGS.has(slug));
  return isUnknown ? undefined : serverPagePath(match) + hash;
}
