import { matchServerRoute, serverPagePath } from '../../../shared/blog/tag-routes.ts';
import {
  canonicalPath,
  contentPagePath,
  matchPathname,
  matchRoute,
  NOT_FOUND_ROUTE,
  safeDecode,
} from '../../../shared/routes.ts';
import { ConfigError } from '../schemas.ts';
import { RESERVED_SLUGS } from './reserved-slugs.ts';

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
 * once, and encodes it for a header. It stops where a page of the content service may be: see
 * `followRedirects`.
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

/**
 * @returns the end of the chain, or the first address on it that a page of the content service may
 * have; null for a circle, undefined when the site has no such page
 */
function resolveChain(
  start: string,
  table: ReadonlyMap<string, string>,
): string | null | undefined {
  const stops: string[] = [];
  for (let next: string | undefined = start; next !== undefined; next = table.get(addressOf(next)))
    if (stops.push(next) > table.size + 1) return null;
  const [end, ...others] = stops.map(resolveRedirectTarget).reverse();
  return end && (others.findLast((stop) => stop && contentSlugOf(stop)) ?? end);
}

/** The slug of the address of a page of the content service; undefined for any other target. */
function contentSlugOf(target: string): string | undefined {
  const { route, slug } = matchPathname(target.replace(/#.*/s, ''));
  return route.data === 'page' ? slug : undefined;
}

/**
 * Returns where the owner's redirects lead from a path: to the end of their chain, unless there is
 * a page of the content service on the way. It counts before the redirect of its own address.
 * @param path canonical
 * @param mayBePage tells whether there is such a page under a slug, or may be as far as is known
 */
export function followRedirects(
  path: string,
  redirects: ReadonlyMap<string, string>,
  mayBePage: (slug: string) => boolean,
): string | undefined {
  const target = redirects.get(path);
  const slug = target && contentSlugOf(target);
  if (!slug || mayBePage(slug)) return target;
  return followRedirects(contentPagePath(slug), redirects, mayBePage) ?? target;
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
