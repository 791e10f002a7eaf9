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
import type { Content } from '../content/content.ts';
import { type Address, addressOf, type Lookup, MISSING } from '../content/lookup.ts';

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

/** The page waits this long for the source, so that it can have its true status. */
const DEFER_AFTER_MS = 300;

/** A page stays open no longer than the site itself waits for the service. */
export const DEFERRED_TIMEOUT_MS = 15_000;

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
export function otherForm(match: RouteMatch, content: Content): string | undefined {
  const isThere = (slug: string) => {
    const address = addressOf({ ...match, slug });
    return slug !== match.slug && address !== null && content.peek(address)?.state !== 'missing';
  };
  const other = ['NFC', 'NFD'].map((form) => match.slug.normalize(form)).find(isThere);
  return other && serverPagePath({ ...match, slug: other });
}

/** Decides the status of a page from its route and its data, before anything is rendered. */
export function createLoader(content: Content) {
  return async function load(match: RouteMatch, isHuman: boolean): Promise<LoadedPage> {
    const address = addressOf(match);
    if (address === null) return loadCorePage(match.route, content);
    // A tag's page has no scripts to put in place what comes late, and whether there is a page of
    // the source at all must be known first.
    const canDefer = isHuman && (address.kind === 'post' || match.route.data === 'list');
    const found = await content.lookup(address, canDefer ? DEFER_AFTER_MS : undefined);
    if (canDefer && found.state === 'unavailable' && found.isSilent)
      return { kind: 'deferred', match, data: loadDeferred(match, address) };
    return toPage(match, found);
  };

  async function loadDeferred(match: RouteMatch, address: Address): Promise<BlogClient | null> {
    const found = await content.lookup(address, DEFERRED_TIMEOUT_MS);
    if (found.state === 'unavailable') return null;
    // The response has begun, so a post that has moved cannot redirect: it is shown as missing.
    const state = found.state === 'gone' ? 'gone' : 'missing';
    return staticBlogClient(
      toBlogCache(match, found.state === 'ready' ? found.show() : ({ state } as PageData)),
    );
  }

  function toPage(match: RouteMatch, found: Lookup): LoadedPage {
    const page = (status: ReadyPage['status'], shown: PageData, version = ''): ReadyPage => ({
      kind: 'ready',
      match,
      status,
      version,
      blog: staticBlogClient(toBlogCache(match, shown)),
      currentVersion: () => versionOf(match, content),
    });
    switch (found.state) {
      case 'ready':
        return page(200, found.show(), found.version);
      case 'missing': {
        const location = otherForm(match, content);
        if (location) return { kind: 'moved', location };
        const isUnknown = match.route.data === 'tag' || match.route.data === 'page';
        return isUnknown ? createStaticPage(NOT_FOUND_ROUTE) : page(404, found);
      }
      case 'gone':
        return page(410, found as PageData);
      case 'moved':
        return { kind: 'moved', location: movedPath(match, found.slug) };
      case 'unavailable': {
        const { retryAfterSeconds } = found;
        return { ...page(503, { state: 'unavailable' }), retryAfterSeconds };
      }
    }
  }
}

/** Returns the version of what is at an address now; null when nothing is. */
function versionOf(match: RouteMatch, content: Content): string | null {
  const address = addressOf(match);
  const found = address && content.peek(address);
  return found?.state === 'ready' ? found.version : null;
}

function movedPath(match: RouteMatch, slug: string): string {
  if (match.route.data === 'page') return contentPagePath(slug);
  return match.route.data === 'post' ? postPath(slug) : serverPagePath({ ...match, slug });
}

/** Loads a page of the site's own: in the owner's words, if there are any now. */
function loadCorePage(route: Route, content: Content): ReadyPage {
  const page = createStaticPage(route);
  const { id } = route;
  if (!isCorePage(id)) return page;
  const find = () => {
    const found = content.peek({ kind: 'page', slug: id });
    return found?.state === 'ready' ? found : null;
  };
  const own = find();
  return {
    ...page,
    blog: own ? staticBlogClient({ contentPage: own.show() as ContentPageResult }) : page.blog,
    version: own?.version ?? '',
    ...(own && { styledAs: 'content-page' }),
    currentVersion: () => find()?.version ?? '',
  };
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

/** Loads every such page: those without blog data, and those of missing posts and list pages. */
export const loadStaticPages = (content: Content): ReadyPage[] =>
  [...ROUTES, NOT_FOUND_ROUTE]
    .filter(({ path, data }) => path !== listPath() && data !== 'page')
    .map((route) =>
      route.data === 'none'
        ? loadCorePage(route, content)
        : createStaticPage(route, { list: MISSING, post: MISSING }),
    );

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
