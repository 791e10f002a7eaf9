import { matchServerRoute, serverPagePath } from '../../../shared/blog/tag-routes.ts';
import {
  canonicalPath,
  matchRoute,
  NOT_FOUND_ROUTE,
  type RouteMatch,
  safeDecode,
} from '../../../shared/routes.ts';
import { ConfigError } from '../config-error.ts';
import { RESERVED_SLUGS } from './reserved-slugs.ts';
import type { SiteFileIssue } from './site-file-schema.ts';

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
 * once, and encodes it for a header. It stops where content may be: see `followRedirects`.
 * @param siteUrl the public origin: a target there counts as its path
 * @returns the targets by canonical path, and the issues
 */
export function resolveRedirects(table: Record<string, string>, siteUrl = BASE_ORIGIN) {
  const redirects = new Map<string, string>();
  const issues: SiteFileIssue[] = [];
  const entries = Object.entries(table).map(
    ([from, to]) => [from, withoutOwnOrigin(to, siteUrl)] as const,
  );
  const targets = new Map(entries.map(([from, to]) => [addressOf(from), to]));
  for (const [from, to] of entries) {
    const report = (message: string) => issues.push({ path: ['redirects', from], message });
    const end = resolveChain(to, targets);
    if (REFUSED.test(safeDecode(from))) report('is not an address that a browser can ask for');
    else if (isPage(from)) report(PATH_IN_USE);
    else if ('issue' in end) report(end.issue);
    else redirects.set(addressOf(from), end.target);
  }
  return { redirects, issues };
}

/**
 * Returns the path of a target on this site, with or without `www.`, because CANONICAL_HOST leads
 * one to the other; any other target as it is.
 */
function withoutOwnOrigin(target: string, siteUrl: string): string {
  const url = URL.parse(target);
  const isOwn = url && withoutWww(url) === withoutWww(new URL(siteUrl));
  return isOwn ? url.pathname + url.hash : target;
}

const withoutWww = ({ host }: URL) => host.replace(/^www\./, '');

/** The address that every spelling of a path leads to. */
const addressOf = (path: string) => canonicalPath(safeDecode(path.replace(/#.*/s, '')));

/** Tells whether a page has this path. A post may have moved, so its path is free. */
function isPage(path: string): boolean {
  const { route } = matchRoute(addressOf(path));
  return route !== NOT_FOUND_ROUTE && route.data !== 'post' && route.data !== 'page';
}

/**
 * Follows redirects from a target.
 * @returns the end of the chain, or the first address on it that content may have; otherwise the
 * issue of the chain
 */
function resolveChain(
  start: string,
  table: ReadonlyMap<string, string>,
): { target: string } | { issue: string } {
  const stops: string[] = [];
  for (let next: string | undefined = start; next !== undefined; next = table.get(addressOf(next)))
    if (stops.push(next) > table.size + 1) return { issue: 'leads back to itself' };
  const addresses = stops.map(resolveRedirectTarget);
  const end = addresses.pop();
  if (end === undefined)
    return { issue: 'must lead to a page of this site or to an https address' };
  const content = addresses.find((address) => address && isContent(matchTarget(address)));
  return { target: content ?? end };
}

const matchTarget = (target: string) => matchServerRoute(addressOf(target));

/** Tells whether an address comes and goes with the content. */
const isContent = ({ route }: RouteMatch) => !['none', 'list'].includes(route.data);

/**
 * Returns where the owner's redirects lead from a path: to the end of their chain, unless there is
 * a post or page on the way. It wins over the redirect of its own address.
 * @param path canonical
 * @param mayBeLive tells whether such an address has content, or may have as far as is known
 */
export function followRedirects(
  path: string,
  redirects: ReadonlyMap<string, string>,
  mayBeLive: (match: RouteMatch) => boolean,
): string | undefined {
  const target = redirects.get(path);
  if (target === undefined) return undefined;
  const match = matchTarget(target);
  if (!isContent(match) || mayBeLive(match)) return target;
  return followRedirects(addressOf(target), redirects, mayBeLive) ?? target;
}

/**
 * Returns a target as it stands in a header.
 * @returns undefined when this site has no such page
 */
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
