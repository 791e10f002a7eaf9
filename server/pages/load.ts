import { isbot } from 'isbot';
import {
  contentPagePath,
  listPath,
  NOT_FOUND_ROUTE,
  postPath,
  ROUTES,
  type Route,
  type RouteMatch,
} from '../../shared/addresses.ts';
import type {
  BlogCache,
  BlogReader,
  ContentPageResult,
  PageData,
  PostList,
  PostResult,
} from '../../shared/blog/reader.ts';
import { addressOf } from '../../shared/blog/tag-addresses.ts';
import type { BlogService } from '../blog/blog-service.ts';
import {
  type ListLookup,
  MISSING,
  type PostLookup,
  UNAVAILABLE,
  withServiceTimeout,
} from '../blog/lookup.ts';
import type { PageLookup, PageService } from '../blog/page-service.ts';
import { withTimeout } from '../ops/timers.ts';

/** A page with everything its status and rendering depend on. */
export interface ReadyPage {
  kind: 'ready';
  match: RouteMatch;
  status: 200 | 404 | 410 | 503;
  blog: BlogReader;
  /** Version of the content that is rendered, and of what would be rendered now. */
  version: string;
  current: () => string | null;
  retryAfterSeconds?: number;
}

/**
 * A page whose data is late: its shell goes out at once. `data` resolves to null when there turns
 * out to be nothing to show.
 */
export interface DeferredPage {
  kind: 'deferred';
  match: RouteMatch;
  data: Promise<BlogReader | null>;
}

interface MovedPage {
  kind: 'moved';
  location: string;
}

export type LoadedPage = ReadyPage | DeferredPage | MovedPage;

/** The page waits this long for the service, so that it can have its true status. */
const GRACE_MS = 300;

/** A page stays open no longer than the site itself waits for the service. */
export const DEFERRED_LIMIT_MS = 15_000;

type Lookup = ListLookup | PostLookup | PageLookup;

/** Opera Mini, UC Browser, and the browser inside Facebook, which `isbot` takes for a robot. */
const BROWSER_WITHOUT_MOZILLA = /^(?:(?:Opera|UCWEB)\/|\[FB(?:AN|AV|_IAB)\b)/;

/**
 * A crawler waits for the finished page and its true status; a person gets the first bytes at once.
 * Nearly all browsers say `Mozilla/`: anything else is treated as a crawler, which suits feed
 * readers, monitors and scripts too.
 */
export const isPerson = (userAgent = '') =>
  BROWSER_WITHOUT_MOZILLA.test(userAgent) ||
  (userAgent.startsWith('Mozilla/') && !isbot(userAgent));

/**
 * The address of a post or a tag whose slug was asked for in another form of Unicode: `é` is one
 * character or two. Safari's address bar sends the first, whatever the link has.
 */
export function otherForm(match: RouteMatch, blog: BlogService): string | undefined {
  const { route, slug, page } = match;
  const isThere = (other: string) => {
    if (other === slug) return false;
    return route.data === 'post' ? !blog.isMissing(other) : blog.listVersion(page, other) !== null;
  };
  const other = ['NFC', 'NFD'].map((form) => slug.normalize(form)).find(isThere);
  return other && addressOf({ ...match, slug: other });
}

/** Decides the status of a page from its route and its data, before anything is rendered. */
export function createLoader(blog: BlogService, contentPages: PageService) {
  const tagOf = ({ route, slug }: RouteMatch) => (route.data === 'tag' ? slug : undefined);
  const find = (match: RouteMatch): Promise<Lookup> | Lookup => {
    if (match.route.data === 'page') return contentPages.page(match.slug);
    return match.route.data === 'post'
      ? blog.post(match.slug)
      : blog.list(match.page, tagOf(match));
  };
  /** Version of what would be found now. */
  const versionOf = (match: RouteMatch) => {
    if (match.route.data === 'page') return contentPages.pageVersion(match.slug);
    return match.route.data === 'post'
      ? blog.postVersion(match.slug)
      : blog.listVersion(match.page, tagOf(match));
  };

  return async function load(match: RouteMatch, byPerson: boolean): Promise<LoadedPage> {
    if (match.route.data === 'none') return lasting(match.route);
    const lookup = find(match);
    // A tag's page has no scripts to put in place what comes late, and whether there is a page of
    // the service at all must be known first.
    const mayBeLate = byPerson && match.route.data !== 'tag' && match.route.data !== 'page';
    const found = await (mayBeLate
      ? withTimeout<Lookup>(lookup, GRACE_MS)
      : withServiceTimeout<Lookup>(lookup, blog));
    if (!found && mayBeLate) return { kind: 'deferred', match, data: deferredReader(lookup) };
    return ready(match, found ?? UNAVAILABLE, mayBeLate);

    async function deferredReader(data: typeof lookup): Promise<BlogReader | null> {
      const { result } = (await withTimeout<Lookup>(data, DEFERRED_LIMIT_MS)) ?? UNAVAILABLE;
      if (result.state === 'unavailable') return null;
      const isShown = result.state === 'ready' || result.state === 'gone';
      const shown = isShown ? result : ({ state: 'missing' } as const);
      return readerOf(cacheOf(match, shown));
    }
  };

  function ready(match: RouteMatch, { result, version }: Lookup, mayBeLate: boolean): LoadedPage {
    const page = (status: ReadyPage['status'], shown: PageData): ReadyPage => ({
      kind: 'ready',
      match,
      status,
      version,
      blog: readerOf(cacheOf(match, shown)),
      current: () => versionOf(match),
      retryAfterSeconds: status === 503 ? blog.retryAfterSeconds() : undefined,
    });
    switch (result.state) {
      case 'ready':
        return page(200, result);
      case 'missing': {
        const location = otherForm(match, blog);
        if (location) return { kind: 'moved', location };
        const isNobodys = match.route.data === 'tag' || match.route.data === 'page';
        return isNobodys ? lasting(NOT_FOUND_ROUTE) : page(404, result);
      }
      case 'gone':
        return page(410, result);
      case 'moved': {
        const pathOf = match.route.data === 'page' ? contentPagePath : postPath;
        return { kind: 'moved', location: pathOf(result.slug) };
      }
      case 'unavailable':
        // When the service hangs, a person keeps the page in 'Loading...' and the browser asks
        // again from there.
        if (mayBeLate && blog.hanging()) {
          return { kind: 'deferred', match, data: Promise.resolve(null) };
        }
        return page(503, result);
    }
  }
}

/** Creates a page whose content never changes. */
function lasting(route: Route, blog: BlogCache = {}): ReadyPage {
  const status = route.data === 'none' && route !== NOT_FOUND_ROUTE ? 200 : 404;
  const match = { route, slug: '', page: 2 };
  return { kind: 'ready', match, status, blog: readerOf(blog), version: '', current: () => '' };
}

/** Every such page: those without blog data, and those of missing posts and list pages. */
export const LASTING = [...ROUTES, NOT_FOUND_ROUTE]
  .filter(({ path, data }) => path !== listPath() && data !== 'page')
  .map((route) => lasting(route, { list: MISSING.result, post: MISSING.result }));

/** Returns the data that the page's reader has: that of this page and no other. */
function cacheOf(match: RouteMatch, shown: PageData): BlogCache {
  if (match.route.data === 'page') return { contentPage: shown as ContentPageResult };
  return match.route.data === 'post' ? { post: shown as PostResult } : { list: shown as PostList };
}

export function readerOf(cache: BlogCache): BlogReader {
  return {
    list: () => cache.list ?? { state: 'unavailable' },
    post: () => cache.post ?? { state: 'unavailable' },
    contentPage: () => cache.contentPage ?? { state: 'unavailable' },
  };
}

/**
 * The reader of a deferred page: its promises settle when the data comes, and otherwise never. Each
 * page has a `never` of its own: one that pages shared would keep all of them in memory for good.
 */
export function waitingReader({ data }: Pick<DeferredPage, 'data'>): BlogReader {
  const never = new Promise<never>(() => {});
  const list = data.then((reader) => reader?.list(1) ?? never);
  const post = data.then((reader) => reader?.post('') ?? never);
  return { list: () => list, post: () => post, contentPage: () => never };
}
