import { isbot } from 'isbot';
import type {
  BlogCache,
  BlogClient,
  ContentPageResult,
  PageData,
  PostList,
  PostResult,
} from '../../shared/blog/blog-client.ts';
import { serverPagePath } from '../../shared/blog/tag-routes.ts';
import {
  contentPagePath,
  isCorePage,
  listPath,
  NOT_FOUND_ROUTE,
  type PageId,
  postPath,
  ROUTES,
  type Route,
  type RouteMatch,
} from '../../shared/routes.ts';
import type { BlogService } from '../blog/blog-service.ts';
import {
  type ListLookup,
  NOT_FOUND,
  type PostLookup,
  UNAVAILABLE,
  waitForContent,
} from '../blog/lookup.ts';
import type { PageLookup, PageService } from '../blog/page-service.ts';
import { withTimeout } from '../ops/async.ts';

/** A page with everything its status and rendering depend on. */
export interface ReadyPage {
  kind: 'ready';
  match: RouteMatch;
  /** The page whose stylesheet it has, when that is not the route's own. */
  styledAs?: PageId;
  status: 200 | 404 | 410 | 503;
  blog: BlogClient;
  /** Version of the content that is rendered, and of what would be rendered now. */
  version: string;
  currentVersion: () => string | null;
  retryAfterSeconds?: number;
}

/**
 * A page whose data is late: its shell goes out at once. `data` resolves to null when there turns
 * out to be nothing to show.
 */
export interface DeferredPage {
  kind: 'deferred';
  match: RouteMatch;
  data: Promise<BlogClient | null>;
}

interface RedirectPage {
  kind: 'moved';
  location: string;
}

export type LoadedPage = ReadyPage | DeferredPage | RedirectPage;

/** The page waits this long for the service, so that it can have its true status. */
const DEFER_AFTER_MS = 300;

/** A page stays open no longer than the site itself waits for the service. */
export const DEFERRED_TIMEOUT_MS = 15_000;

type Lookup = ListLookup | PostLookup | PageLookup;

/** Opera Mini, UC Browser, and the browser inside Facebook, which `isbot` takes for a robot. */
const BROWSER_WITHOUT_MOZILLA = /^(?:(?:Opera|UCWEB)\/|\[FB(?:AN|AV|_IAB)\b)/;

/**
 * A crawler waits for the finished page and its true status; a person gets the first bytes at once.
 * Nearly all browsers say `Mozilla/`: anything else is treated as a crawler, which suits feed
 * readers, monitors and scripts too.
 */
export const isHuman = (userAgent = '') =>
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
  return other && serverPagePath({ ...match, slug: other });
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

  return async function load(match: RouteMatch, isHuman: boolean): Promise<LoadedPage> {
    if (match.route.data === 'none')
      return withOwnWords(createStaticPage(match.route), contentPages);
    const lookup = find(match);
    // A tag's page has no scripts to put in place what comes late, and whether there is a page of
    // the service at all must be known first.
    const canDefer = isHuman && match.route.data !== 'tag' && match.route.data !== 'page';
    const found = await (canDefer
      ? withTimeout<Lookup>(lookup, DEFER_AFTER_MS)
      : waitForContent<Lookup>(lookup, blog));
    // A service that fails at once may do so at the next attempts, too: these take seconds.
    if (!found && canDefer && !blog.failsAtOnce())
      return { kind: 'deferred', match, data: resolveDeferred(lookup) };
    return ready(match, found ?? blog.unanswered(), canDefer);

    async function resolveDeferred(data: typeof lookup): Promise<BlogClient | null> {
      const { result } = (await withTimeout<Lookup>(data, DEFERRED_TIMEOUT_MS)) ?? UNAVAILABLE;
      if (result.state === 'unavailable') return null;
      // The response has begun, so a post that has moved cannot redirect: it is shown as missing.
      const isShown = result.state === 'ready' || result.state === 'gone';
      const shown = isShown ? result : ({ state: 'missing' } as const);
      return staticBlogClient(toBlogCache(match, shown));
    }
  };

  function ready(match: RouteMatch, { result, version }: Lookup, canDefer: boolean): LoadedPage {
    const page = (status: ReadyPage['status'], shown: PageData): ReadyPage => ({
      kind: 'ready',
      match,
      status,
      version,
      blog: staticBlogClient(toBlogCache(match, shown)),
      currentVersion: () => versionOf(match),
      retryAfterSeconds: status === 503 ? blog.retryAfterSeconds() : undefined,
    });
    switch (result.state) {
      case 'ready':
        return page(200, result);
      case 'missing': {
        const location = otherForm(match, blog);
        if (location) return { kind: 'moved', location };
        const isNobodys = match.route.data === 'tag' || match.route.data === 'page';
        return isNobodys ? createStaticPage(NOT_FOUND_ROUTE) : page(404, result);
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
        if (canDefer && blog.hanging()) {
          return { kind: 'deferred', match, data: Promise.resolve(null) };
        }
        return page(503, result);
    }
  }
}

/** Creates a page whose content never changes. */
function createStaticPage(route: Route, blog: BlogCache = {}): ReadyPage {
  const status = route.data === 'none' && route !== NOT_FOUND_ROUTE ? 200 : 404;
  // Page 2 stands for every later page of a list: the first is never missing.
  const match = { route, slug: '', page: 2 };
  return {
    kind: 'ready',
    match,
    status,
    blog: staticBlogClient(blog),
    version: '',
    currentVersion: () => '',
  };
}

/** Returns a core page with the owner's words, if there are any now. */
export function withOwnWords(page: ReadyPage, contentPages: PageService): ReadyPage {
  const { id } = page.match.route;
  if (!isCorePage(id)) return page;
  const own = contentPages.corePage(id);
  return {
    ...page,
    blog: own ? staticBlogClient({ contentPage: own.result }) : page.blog,
    version: own?.version ?? '',
    ...(own && { styledAs: 'content-page' }),
    currentVersion: () => contentPages.corePage(id)?.version ?? '',
  };
}

/** Every such page: those without blog data, and those of missing posts and list pages. */
export const STATIC_PAGES = [...ROUTES, NOT_FOUND_ROUTE]
  .filter(({ path, data }) => path !== listPath() && data !== 'page')
  .map((route) => createStaticPage(route, { list: NOT_FOUND.result, post: NOT_FOUND.result }));

/** Returns the data of a page as the serialized cache has it: of this page and no other. */
function toBlogCache(match: RouteMatch, shown: PageData): BlogCache {
  if (match.route.data === 'page') return { contentPage: shown as ContentPageResult };
  return match.route.data === 'post' ? { post: shown as PostResult } : { list: shown as PostList };
}

export function staticBlogClient(cache: BlogCache): BlogClient {
  return {
    list: () => cache.list ?? { state: 'unavailable' },
    post: () => cache.post ?? { state: 'unavailable' },
    contentPage: () => cache.contentPage ?? { state: 'unavailable' },
  };
}

/**
 * The blog client of a deferred page: its promises settle when the data comes, and otherwise never.
 * Each page has a `never` of its own: one that pages shared would keep all of them in memory for good.
 */
export function deferredBlogClient({ data }: Pick<DeferredPage, 'data'>): BlogClient {
  const NEVER = new Promise<never>(() => {});
  const list = data.then((blogClient) => blogClient?.list(1) ?? NEVER);
  const post = data.then((blogClient) => blogClient?.post('') ?? NEVER);
  return { list: () => list, post: () => post, contentPage: () => NEVER };
}
