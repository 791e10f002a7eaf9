import { matchServerRoute } from '../../shared/blog/tag-routes.ts';
import {
  canonicalPath,
  NOT_FOUND_ROUTE,
  type RouteMatch,
  safeDecode,
} from '../../shared/routes.ts';
import { RESERVED_SLUGS } from '../config/site-file/reserved-slugs.ts';
import { type Address, find } from './lookup.ts';
import type { Snapshot } from './snapshot.ts';

/** The addresses of the site beside its content. */
export interface SiteAddresses {
  siteUrl: string;
  /** The owner's redirects by their canonical paths. */
  redirects: ReadonlyMap<string, unknown>;
}

/** Folders of the site whose files are not looked for. */
const FILE = /\.[a-z\d]{2,5}$/i;

/** Tells whether a link leads to an address of this site at which there is nothing. */
export function isLostPath(
  href: string,
  { snapshot, site }: { snapshot: Snapshot; site: SiteAddresses },
): boolean {
  const own = href.startsWith(`${site.siteUrl}/`) ? href.slice(site.siteUrl.length) : href;
  if (!/^\/(?![/\\])/.test(own)) return false;
  const path = safeDecode(own.replace(/[?#].*/, ''));
  const canonical = canonicalPath(path);
  const [, first = ''] = canonical.split('/');
  if (site.redirects.has(canonical) || FILE.test(path)) return false;
  const match = matchServerRoute(canonical);
  if (match.route === NOT_FOUND_ROUTE) return !RESERVED_SLUGS.has(first);
  const address = addressOf(match);
  if (address === null) return false;
  if (address.kind === 'page' && RESERVED_SLUGS.has(address.slug)) return false;
  return find(snapshot, address).state === 'missing';
}

/** Returns the address of a match that has content; null for another page of the site. */
export function addressOf({ route, slug, page }: RouteMatch): Address | null {
  switch (route.data) {
    case 'none':
      return null;
    case 'list':
      return { kind: 'list', page };
    case 'tag':
      return { kind: 'list', page, tag: slug };
    case 'post':
      return { kind: 'post', slug };
    case 'page':
      return { kind: 'page', slug };
  }
}
