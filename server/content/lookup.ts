import type { ContentPageResult, PostList, PostResult } from '../../shared/blog/blog-client.ts';
import { matchServerRoute } from '../../shared/blog/tag-routes.ts';
import {
  canonicalPath,
  isCorePage,
  NOT_FOUND_ROUTE,
  type RouteMatch,
  SLUG,
  safeDecode,
} from '../../shared/routes.ts';
import { readRecord } from '../blog/record.ts';
import { RESERVED_SLUGS } from '../config/site-file/reserved-slugs.ts';
import { isPageSlug } from './parse/entry-issues.ts';
import type { ResolvedSlug } from './published.ts';
import type { Snapshot } from './snapshot.ts';
import type { ContentType } from './source.ts';

/** An address with content of its own. Page 1 of a list is its first; `tag` is the slug of a tag. */
export type Address =
  | { kind: 'list'; page: number; tag?: string | undefined }
  | { kind: 'post'; slug: string }
  | { kind: 'page'; slug: string };

type Ready<Result> = Extract<Result, { state: 'ready' }>;

/** The content at an address, as pages and `/api` show it. */
export type Shown = Ready<PostList> | Ready<PostResult> | Ready<ContentPageResult>;

/** The knowledge of an address. */
export type Lookup =
  /** `version` changes when, and only when, what is shown does. */
  | { state: 'ready'; show: () => Shown; version: string }
  /** The entry has another slug now. */
  | { state: 'moved'; slug: string }
  /** The entry was taken down. */
  | { state: 'gone' }
  | { state: 'missing' }
  | {
      state: 'unavailable';
      retryAfterSeconds: number;
      /** True when the source has said nothing, so that waiting for it may help. */
      isSilent: boolean;
    };

/** A lookup that needs no waiting. */
export type SettledLookup = Exclude<Lookup, { state: 'unavailable' }>;

export const MISSING = { state: 'missing' } as const;

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

/** The content type at an address. */
export const typeOf = ({ kind }: Address): ContentType => (kind === 'page' ? 'page' : 'blogPost');

/** Tells whether content can have such an address at all. */
export function isPossible(address: Address): boolean {
  switch (address.kind) {
    case 'list':
      return Number.isSafeInteger(address.page) && address.page >= 1;
    case 'post':
      return SLUG.test(address.slug);
    case 'page':
      return (
        isCorePage(address.slug) || (isPageSlug(address.slug) && !RESERVED_SLUGS.has(address.slug))
      );
  }
}

/** Finds what a snapshot has at an address. */
export function find({ blog, posts, pages, tags }: Snapshot, address: Address): SettledLookup {
  switch (address.kind) {
    case 'list': {
      const { page, tag } = address;
      const found = blog.getListPage(page, tag);
      if (found) return { state: 'ready', show: () => found.list, version: found.version };
      const renamed = tag === undefined ? null : tags.resolveSlug(tag);
      const isThere = renamed?.kind === 'redirect' && blog.getListPage(page, renamed.slug);
      return isThere ? { state: 'moved', slug: renamed.slug } : MISSING;
    }
    case 'post':
      return toLookup(posts.resolveSlug(address.slug), (record) => ({
        show: () => ({ state: 'ready', post: blog.getPost(record) }),
        version: blog.getPostVersion(record),
      }));
    case 'page':
      return toLookup(pages.resolveSlug(address.slug), (record) => ({
        show: () => ({ state: 'ready', contentPage: readRecord(record) }),
        version: record.version,
      }));
  }
}

function toLookup<Entry>(
  found: ResolvedSlug<Entry>,
  toReady: (entry: Entry) => { show: () => Shown; version: string },
): SettledLookup {
  switch (found.kind) {
    case 'entry':
      return { state: 'ready', ...toReady(found.entry) };
    case 'redirect':
      return { state: 'moved', slug: found.slug };
    case 'gone':
      return { state: 'gone' };
    case 'not-found':
      return MISSING;
  }
}

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
