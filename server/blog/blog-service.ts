import type { PostSummary } from '../../shared/blog/post.ts';
import { SLUG } from '../../shared/routes.ts';
import type { Content } from '../content/content.ts';
import { hashContent } from '../content/hash-content.ts';
import { type PostRecord, toPostRecord } from '../content/post-record.ts';
import type { Snapshot } from '../content/snapshot.ts';
import type { ContentState } from '../http/gate.ts';
import { Blog, toCard } from './blog.ts';
import {
  type ListLookup,
  lookupOf,
  NOT_FOUND,
  type PostLookup,
  pageCountOf,
  UNAVAILABLE,
} from './lookup.ts';

export type BlogService = ReturnType<typeof createBlogService>;

/**
 * The blog as the rest of the site sees it. What is known is served at once; visitors wait only before
 * the posts have been read for the first time. Nothing here rejects.
 */
export function createBlogService(content: Content) {
  let current: { snapshot: Snapshot; blog: Blog } | undefined;

  /** Returns the blog of the current snapshot. */
  function getBlog(): Blog {
    const snapshot = content.getSnapshot();
    if (current?.snapshot !== snapshot)
      current = { snapshot, blog: new Blog(snapshot.posts.visible.values()) };
    return current.blog;
  }

  const resolve = (slug: string) => content.getSnapshot().posts.resolveSlug(slug);

  /**
   * A promise only before the first read, by whose deadline it settles.
   * @param page 1 is `/blogs`
   * @param tag slug of a tag, whose posts are listed
   */
  function list(page: number, tag?: string): ListLookup | Promise<ListLookup> {
    if (!Number.isSafeInteger(page) || page < 1) return NOT_FOUND;
    const found = getBlog().getListPage(page, tag);
    if (!content.isLoaded) return listOnceLoaded(page, tag);
    return found ? { result: found.list, version: found.version } : NOT_FOUND;
  }

  async function listOnceLoaded(page: number, tag: string | undefined): Promise<ListLookup> {
    const loaded = content.whenLoaded();
    const early = page === 1 && tag === undefined ? await firstOf(earlyList(), loaded) : null;
    if (early && !content.isLoaded) return early;
    await loaded;
    return content.isLoaded ? list(page, tag) : UNAVAILABLE;
  }

  /** Returns `/blogs` from its first list call. Which posts have which tags is not known yet. */
  async function earlyList(): Promise<ListLookup | null> {
    const newest = await content.fetchNewestPosts();
    if (!newest) return null;
    const posts = newest.posts
      .map((post) => toPostRecord(post))
      .filter(content.isDue)
      .map(toCard);
    const result = {
      state: 'ready' as const,
      posts,
      page: 1,
      pageCount: pageCountOf(newest.total),
    };
    return { result, version: hashContent(result) };
  }

  /** Looks up a post by its slug. The result is a promise only before the first read. */
  function post(slug: string): PostLookup | Promise<PostLookup> {
    if (!SLUG.test(slug)) return NOT_FOUND;
    const found = resolve(slug);
    if (!content.isLoaded) return postOnceLoaded(slug);
    return (
      lookupOf(found, shown) ?? content.pendingFirstRead()?.then(() => post(slug)) ?? NOT_FOUND
    );
  }

  const shown = (record: PostRecord) => ({
    result: { state: 'ready' as const, post: getBlog().getPost(record) },
    version: getBlog().getPostVersion(record),
  });

  async function postOnceLoaded(slug: string): Promise<PostLookup> {
    const loaded = content.whenLoaded();
    const early = await firstOf(earlyPost(slug), loaded);
    if (early && !content.isLoaded) return early;
    await loaded;
    return content.isLoaded ? post(slug) : UNAVAILABLE;
  }

  /** Returns a post from its own call, without what it shows of others. */
  async function earlyPost(slug: string): Promise<PostLookup | null> {
    const fetched = await content.fetchPost(slug);
    if (!fetched || !content.isDue(toPostRecord(fetched))) return null;
    const { tags: _names, ...post } = fetched;
    return { result: { state: 'ready', post }, version: hashContent(post) };
  }

  function stateOf(slug: string): ContentState {
    const { kind } = resolve(slug);
    if (kind === 'entry') return 'live';
    if (!content.isLoaded || content.pendingFirstRead()) return 'unknown';
    return kind === 'not-found' ? 'missing' : 'former';
  }

  return {
    list,
    post,
    /** Returns the version of what `list` would return now; null when that is not there. */
    listVersion(page: number, tag?: string): string | null {
      const found = getBlog().getListPage(page, tag);
      return content.isLoaded && found ? found.version : null;
    },
    /** Returns the version of what `post` would return now; null when that is not there. */
    postVersion(slug: string): string | null {
      const found = resolve(slug);
      return found.kind === 'entry' ? getBlog().getPostVersion(found.entry) : null;
    },
    stateOf,
    /** Tells whether it is certain that no post has, or ever had, this slug. */
    isMissing: (slug: string): boolean => stateOf(slug) === 'missing',
    /** Returns every post, newest first; none before the first read. */
    known: (): readonly PostRecord[] => getBlog().posts,
    /** Returns every post that search engines may index. */
    indexed: (): readonly PostRecord[] => getBlog().posts.filter(({ noindex }) => !noindex),
    isSearched: (): boolean => getBlog().hasSearch,
    /**
     * Returns a page's worth of posts with all the words of a text, the best first; null for no
     * words.
     */
    search: (text: string): PostSummary[] | null => getBlog().search(text),
    tagPaths: (): string[] => getBlog().tagPaths(),
    /**
     * The answer at an address of which the service has said nothing in time. What the last copy does
     * not have is not there, as later in an outage.
     */
    unanswered: () => (content.isLoaded ? NOT_FOUND : UNAVAILABLE),
    /** True once all posts have been read, from the service or from the last copy. */
    isLoaded: (): boolean => content.isLoaded,
    /** Resolves when all posts have been read, or cannot be had. */
    catalogued: (): Promise<void> => content.whenLoaded(),
    answered: (): number => content.responseCount,
    hanging: (): boolean => content.isTimingOut(),
    failsAtOnce: (): boolean => content.failsAtOnce(),
    retryAfterSeconds: (): number => content.retryAfterSeconds(),
  };
}

/** Resolves to the result of a visitor's own call, or to null if everything is loaded first. */
const firstOf = <T>(early: Promise<T | null>, loaded: Promise<void>) =>
  Promise.race([early, loaded.then(() => null)]);
