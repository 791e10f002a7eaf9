import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { guarded } from '../ops/timers.ts';
import { dueOf, type Listed } from './catalogue.ts';
import type { BlogSource, Content } from './contentful/source.ts';
import { createKnownPosts, type KnownPostsParts } from './known-posts.ts';
import { firstTrue } from './lookup.ts';
import { type ContentRequest, createRequestQueue } from './request-queue.ts';
import { createTags } from './tags.ts';

export interface PostsParts extends KnownPostsParts {
  source: BlogSource;
  ttlSeconds: number;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  /** A random number from 0 up to 1. */
  random?: () => number;
  /** Called when an outage may be over. */
  retry: () => void;
  /** False where posts are fetched only when somebody asks: in tests of just that. */
  readsAhead?: boolean;
}

/** Fewer are looked through as quickly as they are searched. */
const POSTS_OF_A_SEARCH = 50;

export type Manner = Pick<ContentRequest<unknown>, 'urgent' | 'inBackground'>;

export type Posts = ReturnType<typeof createPosts>;

/**
 * How fresh what is known of the posts is, and how it is fetched. Each `fetch…` resolves to false when
 * the service gave no usable answer, and never rejects.
 */
export function createPosts(parts: PostsParts) {
  const { source, database, retry, signal } = parts;
  const { random = Math.random, readsAhead = true } = parts;
  const { fixed } = source;
  const ttlMs = fixed ? Number.POSITIVE_INFINITY : parts.ttlSeconds * 1000;
  const known = createKnownPosts(parts);
  const { catalogue, cache, now, wallClock } = known;
  const tags = createTags(known);
  const queue = createRequestQueue({ ...parts, now, random, onFailure: retryIn });
  /** Keys of posts that the service listed and did not have, twice. */
  const lacking = new Set<string>();
  let readingAhead: Promise<void> | undefined;
  let retryTimer: NodeJS.Timeout | undefined;

  /** By default the catalogue. */
  const isOld = (checkedAt = known.cataloguedAt()) => now() - checkedAt >= ttlMs;

  /** Posts that never change are read when they are first asked for: the first page may need none. */
  function renewCatalogue(): void {
    if (fixed && !catalogue.known) takeFixed(fixed());
    else if (isOld()) void fetchCatalogue();
  }

  /** Never fetched, or not in the revision of a catalogue that the service was not asked since. */
  function isOutdated({ slug, key }: Listed): boolean {
    const state = cache.stateOf(slug);
    return !state || (state.key !== key && state.confirmedIn < catalogue.askedAt);
  }

  /** An entry of a former catalogue in the present one; undefined when another took its place. */
  function asListed({ slug, key }: Listed): Listed | undefined {
    const found = catalogue.find(slug);
    return found.state === 'listed' && found.entry.key === key ? found.entry : undefined;
  }

  function fetchCatalogue(urgent = false): Promise<boolean> {
    return queue.make({
      call: 'catalogue',
      ask: async () => ({ askedAt: known.nextAskedAt(), entries: await source.catalogue() }),
      take: ({ askedAt, entries }) => known.takeCatalogue(entries, askedAt),
      urgent,
    });
  }

  /** @param position of the first post; a list page's worth is fetched */
  function fetchList(position: number, manner: Manner = {}): Promise<boolean> {
    const confirmedIn = catalogue.askedAt;
    return queue.make({
      call: 'list',
      about: position,
      ask: () => source.list(position, BLOG_PAGE_SIZE),
      take: (posts) => {
        for (const post of posts.filter(known.isOwn))
          known.takePost(post, { ...manner, confirmedIn });
      },
      ...manner,
    });
  }

  async function fetchPost(entry: Listed, manner: Manner = {}): Promise<boolean> {
    const { slug, slugAsWritten = slug, isSecond, id } = entry;
    if (!asListed(entry)) return true; // asked for by its id, it would replace the one that is
    const confirmedIn = catalogue.askedAt;
    let isThere = true;
    return queue.make({
      call: 'post',
      about: slug,
      ask: async () => {
        const fetched = await source.post(slugAsWritten, isSecond ? id : undefined);
        // Before the catalogue has it, another with this slug may come first, ahead of its date.
        const isAnother = fetched && fetched.post.id !== id && dueOf(fetched.post) > wallClock();
        return isAnother ? source.post(slugAsWritten, id) : fetched;
      },
      take: (fetched) => {
        isThere = fetched?.post.slug === slug;
        if (fetched && isThere) known.takePost(fetched, { ...manner, confirmedIn });
      },
      afterwards: async () => isThere || lookAgain(entry),
      ...manner,
    });
  }

  /** One call for many does, if the service's list still matches the catalogue. */
  async function fetchThese(
    entries: readonly Listed[],
    lacks: (entry: Listed) => boolean,
    manner: Manner,
  ): Promise<boolean> {
    const [newest, ...others] = entries;
    if (newest && others.length > 0 && !(await fetchList(newest.position, manner))) return false;
    for (const entry of entries)
      if (lacks(entry) && !(await fetchPost(entry, manner))) return false;
    return true;
  }

  /**
   * Fetches outdated posts, newest first; what the last copy has already is only read there. Ends when
   * the service fails: the end of an outage begins it again.
   */
  async function readOn(): Promise<void> {
    const tried = new Set<string>();
    const isWanted = ({ slug, key }: Listed) => (readsAhead || cache.has(slug)) && !tried.has(key);
    const lacks = (entry: Listed) => !signal.aborted && isOutdated(entry) && isWanted(entry);
    for (;;) {
      const first = catalogue.shown.findIndex(lacks);
      if (first < 0) return;
      const near = catalogue.shown.slice(first, first + BLOG_PAGE_SIZE).filter(lacks);
      const slugs = near.map(({ slug }) => slug);
      await known.recall(slugs, false);
      const left = near.filter(lacks);
      for (const { key } of left) tried.add(key);
      if (!(await fetchThese(left, isOutdated, { inBackground: true }))) return;
    }
  }

  function takeFixed({ entries, posts }: Content): void {
    known.takeCatalogue(entries, known.nextAskedAt());
    for (const post of posts) known.takePost(post, { confirmedIn: catalogue.askedAt });
  }

  /** The service lacks a post that it listed: only its list tells whether that has moved or gone. */
  async function lookAgain(entry: Listed): Promise<void> {
    if (!lacking.has(entry.key) && !(await fetchCatalogue(true))) return;
    const listed = asListed(entry);
    if (!listed) return;
    lacking.add(entry.key);
    known.retire(listed);
  }

  /** Set while a start lasts: more may be known soon. */
  function learning(): Promise<unknown> | undefined {
    if (!known.isRestored()) return known.restored;
    return Number.isFinite(known.cataloguedAt()) ? undefined : queue.underWay('catalogue');
  }

  /** Notices the end of an outage without a visitor's request. */
  function retryIn(pauseMs: number): void {
    clearTimeout(retryTimer);
    const again = () => signal.aborted || (queue.forbidden() ? retryIn(pauseMs) : retry());
    retryTimer = setTimeout(guarded(again), pauseMs + 1).unref();
  }

  return {
    ...known,
    tags,
    queue,
    learning,
    isOld,
    renewCatalogue,
    isOutdated,
    fetchCatalogue,
    /** Resolves to whether there is a catalogue, of the service or of the last copy. */
    anyCatalogue: async (): Promise<boolean> =>
      catalogue.known || firstTrue(fetchCatalogue(), known.restored),
    fetchList,
    fetchPost,
    fetchThese,
    /** Resolves when nothing is left to fetch that nobody has asked for. */
    readAhead(): Promise<void> {
      readingAhead ??= readOn().finally(() => {
        readingAhead = undefined;
      });
      return readingAhead;
    },
    /** True when there is a last copy, and enough posts to search it. */
    isSearched: (): boolean => database !== null && catalogue.shown.length >= POSTS_OF_A_SEARCH,
  };
}
