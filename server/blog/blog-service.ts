import { SLUG } from '../../shared/addresses.ts';
import type { PostSummary } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { guarded } from '../ops/timers.ts';
import type { Listed } from './catalogue.ts';
import { type ContentChange, createChanges, type Listener } from './editor-changes.ts';
import { wordsIn } from './full-text.ts';
import { createLists, summaryOf } from './lists.ts';
import { type ListLookup, MISSING, type PostLookup, UNAVAILABLE } from './lookup.ts';
import { createPosts, type PostsParts } from './posts.ts';
import { tagPaths } from './tags.ts';

export interface BlogParts extends Omit<PostsParts, 'retry' | 'signal'> {
  listeners?: readonly Listener[];
  /** Pauses between calls after an editor's change, in milliseconds; tests shorten them. */
  pausesMs?: readonly number[];
}

export type BlogService = ReturnType<typeof createBlogService>;

/**
 * The blog as the rest of the site sees it. What is cached is served at once and renewed in the
 * background; visitors wait only for a post that exists and is not cached. Nothing here rejects.
 */
export function createBlogService(blogParts: BlogParts) {
  const { listeners = [], pausesMs, ...parts } = blogParts;
  const { ttlSeconds, random = Math.random, readsAhead = true } = parts;
  const isFixed = parts.source.fixed !== undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  const posts = createPosts({ ...parts, signal, retry: fetchAll });
  const { catalogue, cache, queue, tags } = posts;
  const lists = createLists(posts);
  const changes = createChanges({ posts, lists, listeners, pausesMs, signal });

  function start(): void {
    if (isFixed) return;
    renewLater();
    changes.watchDue();
    fetchAll();
  }

  /** The catalogue and then every post, in the background. */
  function fetchAll(): void {
    const catalogued = posts.fetchCatalogue();
    const newest = catalogue.known ? lists.fill(1) : posts.fetchList(0);
    void Promise.all([catalogued, newest]).then(posts.readAhead);
  }

  /** Replicas that were started together do not ask together. */
  function renewLater(): void {
    const pauseMs = Math.max(1, ttlSeconds) * 1000 * (0.9 + 0.2 * random());
    const work = () => signal.aborted || renew().finally(renewLater);
    setTimeout(guarded(work), pauseMs).unref();
  }

  async function renew(): Promise<void> {
    if (!(await posts.fetchCatalogue())) return;
    await lists.fill(1, { inBackground: true });
    await posts.readAhead();
  }

  /**
   * A promise only when a call is needed, by whose deadline it settles.
   * @param page 1 is `/blogs`
   * @param tag slug of a tag, whose posts are listed
   */
  function list(page: number, tag?: string): ListLookup | Promise<ListLookup> {
    if (!Number.isSafeInteger(page) || page < 1) return MISSING;
    const lookup = lists.get(page, tag);
    if (lookup) return lookup;
    if (!catalogue.known) {
      if (page === 1 && tag === undefined) void posts.fetchList(0);
      return onceKnown(() => list(page, tag));
    }
    if (page <= lists.count(tag)) return lists.load(page, tag);
    const mayBeTagged = tag !== undefined && !tags.pages().has(tag) && !tags.areKnown();
    return mayBeTagged ? UNAVAILABLE : MISSING;
  }

  /** Looks again when there is a catalogue. */
  const onceKnown = async <Lookup>(look: () => Lookup | Promise<Lookup>) =>
    (await posts.anyCatalogue()) ? look() : UNAVAILABLE;

  /** @param tries how often it may be brought: what comes may not be what was listed */
  function post(slug: string, tries = 3): PostLookup | Promise<PostLookup> {
    if (!SLUG.test(slug)) return MISSING;
    const lookup = cachedPost(slug);
    if (lookup) return lookup;
    if (!catalogue.known) return onceKnown(() => post(slug, tries));
    const found = catalogue.find(slug);
    if (found.state === 'listed') return tries > 0 ? loadPost(found.entry, tries) : UNAVAILABLE;
    if (found.state === 'moved') return { result: found, version: `moved ${found.slug}` };
    if (found.state === 'gone') return { result: found, version: 'gone' };
    return posts.learning()?.then(() => post(slug, tries)) ?? MISSING;
  }

  function cachedPost(slug: string): PostLookup | undefined {
    posts.renewCatalogue();
    const found = catalogue.find(slug);
    const cached = found.state === 'listed' ? cache.get(slug) : undefined;
    if (found.state !== 'listed' || !cached) return undefined;
    const { entry } = found;
    if (posts.isOld(cached.checkedAt) || posts.isOutdated(entry)) renewPost(entry);
    return tags.lookup(cached.post);
  }

  /** One call renews the newest posts together, which are read most. */
  function renewPost(entry: Listed): void {
    if (lists.isOnFirst(entry)) void lists.fill(1, { inBackground: true });
    else void posts.fetchPost(entry, { inBackground: true });
  }

  async function loadPost(entry: Listed, tries: number): Promise<PostLookup> {
    if (entry.position < BLOG_PAGE_SIZE) await queue.underWay('list', 0);
    const isThere = await posts.bring([entry.slug], () => fetchCold(entry));
    return isThere ? post(entry.slug, tries - 1) : UNAVAILABLE;
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
   * A page's worth of posts with all the words of a text, the best first; null for no words.
   * @throws when the database does not answer
   */
  async function search(text: string): Promise<PostSummary[] | null> {
    const words = wordsIn(text);
    if (words.length === 0) return null;
    const found = (await posts.search(words)).filter(posts.isOwn);
    return found.slice(0, BLOG_PAGE_SIZE).map(({ post }) => summaryOf(post));
  }

  /** Every post, newest first; none before there is a catalogue. */
  function known(): readonly Listed[] {
    posts.renewCatalogue();
    return catalogue.shown;
  }

  return {
    start,
    list,
    post: (slug: string) => post(slug),
    /** Version of what `list` would return now; null when it is not cached. */
    listVersion: (page: number, tag?: string): string | null =>
      lists.get(page, tag)?.version ?? null,
    postVersion: (slug: string): string | null => cachedPost(slug)?.version ?? null,
    known,
    isSearched: posts.isSearched,
    search,
    tagPaths: (): string[] => [...tags.pages().values()].flatMap(tagPaths),
    /**
     * The same without those that search engines are kept away from, as far as they were fetched: the
     * catalogue does not tell, because a space without that field would refuse the call.
     */
    indexed: (): readonly Listed[] => known().filter(({ slug }) => !cache.stateOf(slug)?.noindex),
    /** Resolves when there is a catalogue, however old, or none can be had. */
    async catalogued(): Promise<void> {
      posts.renewCatalogue();
      await posts.anyCatalogue();
    },
    answered: queue.answered,
    hanging: queue.hanging,
    retryAfterSeconds: queue.retryAfterSeconds,
    /** After an editor's change: resolves once the service was asked, for the first time. */
    async refresh(change?: ContentChange): Promise<void> {
      if (isFixed) return;
      await changes.add(change);
      if (readsAhead) void posts.readAhead();
    },
    /** Takes in what another replica has told of these posts. */
    async adopt(slugs: readonly string[]): Promise<void> {
      await posts.adopt(slugs);
      if (readsAhead) void posts.readAhead();
    },
    stop(): Promise<void> {
      stopping.abort();
      return posts.stop();
    },
  };
}
