import { SLUG } from '../../shared/addresses.ts';
import type { PostSummary } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { guarded } from '../ops/timers.ts';
import type { Listed } from './catalogue.ts';
import { watchDuePosts } from './due-posts.ts';
import { type ContentChange, createEditorChanges, type Listener } from './editor-changes.ts';
import { wordsIn } from './full-text.ts';
import { createMainList, createTagLists } from './lists.ts';
import {
  GONE,
  type ListLookup,
  MISSING,
  movedLookup,
  type PostLookup,
  summaryOf,
  UNAVAILABLE,
} from './lookup.ts';
import { createPosts, firstTrue, type PostsParts } from './posts.ts';
import { createReadAhead } from './read-ahead.ts';
import { tagPaths } from './tags.ts';

export interface BlogParts extends Omit<PostsParts, 'retry'> {
  listeners?: readonly Listener[];
  /** False where posts are fetched only when somebody asks: in tests of just that. */
  readsAhead?: boolean;
  /** Pauses between calls after an editor's change, in milliseconds; tests shorten them. */
  pausesMs?: readonly number[];
}

export type BlogService = ReturnType<typeof createBlogService>;

/**
 * The blog as the rest of the site sees it. What is cached is served at once and renewed in the
 * background; visitors wait only for a post that exists and is not cached. Nothing here rejects.
 */
export function createBlogService(blogParts: BlogParts) {
  const { listeners = [], readsAhead = true, pausesMs, ...parts } = blogParts;
  const isFixed = parts.source.fixed !== undefined;
  const posts = createPosts({ ...parts, retry: start });
  const { catalogue, cache, queue } = posts;
  const lists = createMainList(posts);
  const tagLists = createTagLists(posts);
  const changes = createEditorChanges({ posts, lists, tagLists, listeners, pausesMs });
  const { database, wallClock = Date.now } = parts;
  let timer: NodeJS.Timeout | undefined;
  let duePosts: ReturnType<typeof watchDuePosts> | undefined;
  let isStopped = false;
  const isWanted = ({ slug }: Listed) => !isStopped && (readsAhead || cache.has(slug));
  const readAhead = createReadAhead(posts, isWanted);

  /** Fetches the catalogue and then every post in the background: nothing waits for them. */
  function start(): void {
    if (isFixed) return;
    timer ??= renewLater();
    duePosts ??= watchDuePosts({ posts, lists, listeners, database, wallClock });
    const catalogued = posts.fetchCatalogue();
    const newest = catalogue.known ? lists.fill(1) : posts.fetchList(0);
    void Promise.all([catalogued, newest]).then(readAhead);
  }

  /** Replicas that were started together do not ask together. */
  function renewLater(): NodeJS.Timeout | undefined {
    const { ttlSeconds, random = Math.random } = parts;
    const pauseMs = Math.max(1, ttlSeconds) * 1000 * (0.9 + 0.2 * random());
    return setTimeout(
      guarded(() =>
        renew().finally(() => {
          timer = isStopped ? undefined : renewLater();
        }),
      ),
      pauseMs,
    ).unref();
  }

  /** Whether anybody visits or not: otherwise the next one would see how it was long ago. */
  async function renew(): Promise<void> {
    if (!(await posts.fetchCatalogue())) return;
    await lists.fill(1, { inBackground: true });
    await readAhead();
  }

  /**
   * A promise only when the page is not cached and a call is needed; it settles within the deadlines
   * of those calls.
   * @param page 1 is `/blogs`
   */
  function list(page: number): ListLookup | Promise<ListLookup> {
    if (!Number.isSafeInteger(page) || page < 1) return MISSING;
    const lookup = cachedList(page);
    if (lookup) return lookup;
    return catalogue.known && page > lists.count() ? MISSING : lists.load(page);
  }

  /** The same of the posts of a tag, by its slug; there is no such page for a tag of few posts. */
  function tagged(slug: string, page: number): ListLookup | Promise<ListLookup> {
    posts.renewCatalogue();
    if (!catalogue.known)
      return posts.anyCatalogue().then((isKnown) => (isKnown ? tagged(slug, page) : UNAVAILABLE));
    const own = tagLists.get(slug);
    if (!own) return posts.tags.areKnown() ? MISSING : UNAVAILABLE;
    return own.get(page) ?? (page > own.count() ? MISSING : own.load(page));
  }

  function post(slug: string): PostLookup | Promise<PostLookup> {
    if (!SLUG.test(slug)) return MISSING;
    const lookup = cachedPost(slug);
    if (lookup) return lookup;
    if (!catalogue.known)
      return posts.anyCatalogue().then((isKnown) => (isKnown ? post(slug) : UNAVAILABLE));
    const found = catalogue.find(slug);
    if (found.state === 'listed') return loadPost(found.entry);
    if (found.state === 'moved') return movedLookup(found.slug);
    if (found.state === 'gone') return GONE;
    return posts.learning()?.then(() => post(slug)) ?? MISSING;
  }

  function cachedList(page: number): ListLookup | undefined {
    posts.renewCatalogue();
    return lists.get(page);
  }

  function cachedPost(slug: string): PostLookup | undefined {
    const now = posts.now();
    posts.renewCatalogue(now);
    const found = catalogue.find(slug);
    const cached = found.state === 'listed' ? cache.get(slug) : undefined;
    if (found.state !== 'listed' || !cached) return undefined;
    const { entry } = found;
    if (posts.isOld(cached.checkedAt, now) || posts.isOutdated(entry)) renewPost(entry);
    return posts.lookup(cached);
  }

  /** One call renews the newest posts together, which are read most. */
  function renewPost(entry: Listed): void {
    if (lists.isOnFirst(entry)) void lists.fill(1, { inBackground: true });
    else void posts.fetchPost(entry, { inBackground: true });
  }

  async function loadPost(entry: Listed): Promise<PostLookup> {
    if (entry.position < BLOG_PAGE_SIZE) await queue.underWay('list', 0);
    await posts.recallStored([entry.slug]);
    if (cache.has(entry.slug)) return post(entry.slug);
    const isThere = await firstTrue(posts.recall([entry.slug]), fetchCold(entry));
    return isThere ? post(entry.slug) : UNAVAILABLE;
  }

  /** When many posts are asked for at the same time, one call brings a list page's worth. */
  async function fetchCold(entry: Listed): Promise<boolean> {
    if (queue.isBusy()) {
      await posts.fetchList(entry.position - (entry.position % BLOG_PAGE_SIZE));
      if (cache.has(entry.slug)) return true;
    }
    return posts.fetchPost(entry);
  }

  /**
   * A page's worth of posts that have all the words of a text, the best first; null for no words.
   * @throws when the database does not answer
   */
  async function search(text: string): Promise<PostSummary[] | null> {
    const words = wordsIn(text);
    if (words.length === 0) return null;
    const found = await posts.search(words);
    const shown = found.filter(({ post: { id, slug } }) => {
      const known = catalogue.find(slug);
      return known.state === 'listed' && known.entry.id === id;
    });
    return shown.slice(0, BLOG_PAGE_SIZE).map(({ post }) => summaryOf(post));
  }

  /** Every post, newest first; none before there is a catalogue. */
  function known(): readonly Listed[] {
    posts.renewCatalogue();
    return catalogue.shown;
  }

  return {
    start,
    list,
    post,
    tagged,
    /**
     * Version of what `list` would return now, null when it is not cached. Cheap. Renews what is stale
     * in the background, like `list`.
     */
    listVersion: (page: number): string | null => cachedList(page)?.version ?? null,
    taggedVersion(slug: string, page: number): string | null {
      posts.renewCatalogue();
      return tagLists.get(slug)?.get(page)?.version ?? null;
    },
    postVersion: (slug: string): string | null => cachedPost(slug)?.version ?? null,
    known,
    isSearched: posts.isSearched,
    search,
    /** Addresses of the pages of tags. */
    tagPaths: (): string[] => posts.tags.withPage().flatMap(tagPaths),
    /**
     * The same without those that search engines are kept away from, as far as they have been
     * fetched: the catalogue does not tell, because a space without that field would refuse the
     * call.
     */
    indexed: (): readonly Listed[] => known().filter(({ slug }) => !cache.unindexed.has(slug)),
    /** Resolves when there is a catalogue, however old, or none can be had. */
    async catalogued(): Promise<void> {
      posts.renewCatalogue();
      await posts.anyCatalogue();
    },
    /** How many usable answers the service has given: while this rises, waiting makes sense. */
    answered: queue.answered,
    /** True while the service hangs, so that waiting for it costs time. */
    hanging: queue.hanging,
    /** When asking again makes sense; whole seconds, at least 1. */
    retryAfterSeconds: queue.retryAfterSeconds,
    /**
     * After an editor's change: asks the service at once, and again until it shows the change.
     * Resolves after the first time.
     */
    async refresh(change?: ContentChange): Promise<void> {
      if (isFixed) return;
      await changes.add(change);
      if (readsAhead) void readAhead();
    },
    /** Takes in what another replica has told of these posts. */
    async adopt(slugs: readonly string[]): Promise<void> {
      await posts.adopt(slugs);
      if (readsAhead) void readAhead();
    },
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      changes.stop();
      duePosts?.stop();
      return posts.stop();
    },
  };
}
