import type { ContentPage } from '../content-page.ts';
import { matchPathname, type RouteMatch } from '../routes.ts';
import { isConnected, OfflineError } from '../site/connection.ts';
import {
  type BlogCache,
  type BlogClient,
  BUILD_HEADER,
  type ContentPageResult,
  type PostList,
  type PostResult,
} from './blog-client.ts';
import type { Post } from './post.ts';

/** Longest wait for a response. Then the content counts as unavailable. */
const ANSWER_TIMEOUT_MS = 20_000;
/** Milliseconds for which a result is fresh: it is used without a new request. */
const STALE_AFTER_MS = 60_000;
/**
 * Milliseconds after which a failure is forgotten, so that a later visit tries again but a
 * re-render of the same page does not.
 */
const FAILURE_TTL_MS = 5000;

/** The serialized cache of a page, and which list page or post its address names. */
export type InitialData = BlogCache & Partial<Pick<RouteMatch, 'page' | 'slug'>>;

interface BrowserBlogClientDeps {
  initial: InitialData;
  /** The origin of the server to ask; empty for the page's own. */
  origin?: string;
  /** Tells whether this page understands a response that is meant for pages with a script. */
  isSameBuild?: (script: string) => boolean;
}

/**
 * Creates the browser's blog client, which starts from the data in the page and fetches the rest
 * from `/api/posts` and `/api/pages`. One request at a time per page or post. A stale result is
 * shown at once and fetched again in the background for the next visit.
 */
export function createBrowserBlogClient({
  initial,
  origin = '',
  isSameBuild = () => true,
}: BrowserBlogClientDeps): BlogClient {
  const lists = createResultCache<number, PostList>((page) =>
    fetchJson(`${origin}/api/posts${page > 1 ? `?page=${page}` : ''}`, parseList, isSameBuild),
  );
  const posts = createResultCache<string, PostResult>((slug) =>
    fetchJson(`${origin}/api/posts/${encodeURIComponent(slug)}`, parsePost, isSameBuild),
  );

  const contentPages = createResultCache<string, ContentPageResult>((slug) =>
    fetchJson(`${origin}/api/pages/${slug}`, (body) => contentPageOf(body, slug), isSameBuild),
  );

  const { list, page, post, contentPage, slug } = initial;
  if (list && page !== undefined) lists.keep(page, list);
  if (post && slug !== undefined) posts.keep(slug, post);
  if (contentPage && slug !== undefined) contentPages.keep(slug, contentPage);

  return {
    list: lists.read,
    post: posts.read,
    contentPage: contentPages.read,
    prefetch(path) {
      const { route, page, slug } = matchPathname(path);
      if (route.data === 'list') return lists.read(page);
      if (route.data === 'page') return contentPages.read(slug);
      return route.data === 'post' ? posts.read(slug) : undefined;
    },
  };
}

/** Creates a cache of fetched results by key. A stale result is fetched again. */
function createResultCache<K, T extends { state: string }>(fetch: (key: K) => Promise<T>) {
  /** Results with the time of each, by a clock that nobody sets. */
  const results = new Map<K, { result: T; since: number }>();
  const pending = new Map<K, Promise<T>>();

  function set(key: K, result: T): void {
    results.set(key, { result, since: performance.now() });
  }

  function refresh(key: K): Promise<T> {
    const running = pending.get(key);
    if (running) return running;
    const fetched = fetch(key).then((result) => {
      // An outage never takes away what was there.
      if (result.state !== 'unavailable' || results.get(key)?.result.state !== 'ready')
        set(key, result);
      return result;
    });
    ignoreRejection(fetched.finally(() => pending.delete(key)));
    pending.set(key, fetched);
    return fetched;
  }

  return {
    keep: set,
    read(key: K): T | Promise<T> {
      const cached = results.get(key);
      const ready = cached?.result.state === 'ready';
      if (cached && performance.now() - cached.since < (ready ? STALE_AFTER_MS : FAILURE_TTL_MS))
        return cached.result;
      const fetched = refresh(key);
      if (!cached || !ready) return fetched;
      ignoreRejection(fetched);
      return cached.result;
    },
  };
}

/**
 * Ignores the rejection of a prefetch. The component that needs the data fetches it again and
 * handles the error.
 */
export function ignoreRejection(result: unknown): void {
  if (result instanceof Promise) result.catch(() => {});
}

type Failure = { state: 'missing' } | { state: 'unavailable'; unanswered?: true };

/**
 * Fetches JSON from the site. Every failure is a result but one.
 * @throws {OfflineError} without a connection
 */
async function fetchJson<T>(
  address: string,
  resultOf: (body: unknown) => T | undefined,
  isSameBuild: (script: string) => boolean,
): Promise<T | Failure> {
  try {
    const answer = await fetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const script = answer.headers.get(BUILD_HEADER);
    if (script !== null && !isSameBuild(script)) return { state: 'unavailable', unanswered: true };
    if (answer.status === 404) return { state: 'missing' };
    const isUsable = answer.ok || answer.status === 410;
    return (isUsable && resultOf(await answer.json())) || { state: 'unavailable' };
  } catch {
    if (!(await isConnected())) throw new OfflineError();
    return { state: 'unavailable', unanswered: true };
  }
}

// The server's own answers, but a hotel's log-in page or an old server behind a load balancer may
// answer in its place.
function parseList(body: unknown): PostList | undefined {
  const list = body as Omit<Extract<PostList, { state: 'ready' }>, 'state'> | null;
  return Array.isArray(list?.posts) ? { ...list, state: 'ready' } : undefined;
}

function parsePost(body: unknown): PostResult | undefined {
  const post = body as (Post & { error?: string }) | null;
  if (post?.error === 'gone') return { state: 'gone' };
  return typeof post?.slug === 'string' ? { state: 'ready', post } : undefined;
}

/** A page under another address was moved: the server redirects to it. */
function contentPageOf(body: unknown, slug: string): ContentPageResult | undefined {
  const page = body as (ContentPage & { error?: string }) | null;
  if (page?.error === 'gone') return { state: 'gone' };
  if (typeof page?.slug !== 'string') return undefined;
  return page.slug === slug ? { state: 'ready', contentPage: page } : { state: 'missing' };
}
