import type { Logger } from 'pino';
import type { Post } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded, withTimeout } from '../ops/timers.ts';
import { createCatalogue, type Listed } from './catalogue.ts';
import type { BlogSource, CatalogueEntry, FetchedPost } from './contentful/source.ts';
import { type Copied, NO_COPY, NOTHING, openLastCopy, readFormerCopy } from './last-copy.ts';
import { nextToRead, type PostLookup, postLookup } from './lookup.ts';
import { type CachedPost, createPostCache } from './post-cache.ts';
import { type ContentRequest, createRequestQueue } from './request-queue.ts';
import { createTags, hasPage, linkOf } from './tags.ts';

export interface PostsParts {
  source: BlogSource;
  ttlSeconds: number;
  /** Null without a last copy. */
  database: Database | null;
  /** Of version 2, to be taken over when there is no last copy yet. */
  formerFile?: string;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  /** A random number from 0 up to 1. */
  random?: () => number;
  /** Tells other replicas which posts changed. */
  announce?: ((slugs: string[]) => Promise<void>) | undefined;
  /** Called when an outage may be over. */
  retry: () => void;
}

/** Changes that come together are told together. */
const TELL_AFTER_MS = 100;

/** How long the last copy may take before the service is asked for what it has. */
const COPY_WAIT_MS = 300;

/** One of them may be the post itself, of which three others are suggested. */
const LINKS_OF_A_TAG = 4;

/** Fewer are looked through as quickly as they are searched. */
const POSTS_OF_A_SEARCH = 50;

/** How a call is made. */
export type Manner = Pick<ContentRequest<unknown>, 'urgent' | 'inBackground'>;

/** True as soon as one of them is; false when all are. */
export async function firstTrue(...answers: Promise<boolean>[]): Promise<boolean> {
  const yes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject())));
  return Promise.any(yes).catch(() => false);
}

export type Posts = ReturnType<typeof createPosts>;

/**
 * What exists and what is cached, how fresh it is, and how it is fetched: the catalogue says what
 * there is, the cache has what was fetched. Each `fetch…` resolves to false when the service gave no
 * usable answer, and never rejects.
 */
export function createPosts(parts: PostsParts) {
  const {
    source,
    database,
    formerFile,
    log,
    metrics,
    announce,
    retry,
    callsPerSecond,
    now = () => performance.now(),
  } = parts;
  const { wallClock = Date.now, random = Math.random } = parts;
  const { fixed } = source;
  const ttlMs = fixed ? Number.POSITIVE_INFINITY : parts.ttlSeconds * 1000;
  const copy = database ? openLastCopy({ database, source: source.id, log }) : NO_COPY;
  const catalogue = createCatalogue(wallClock);
  const cache = createPostCache(copy);
  const tags = createTags(catalogue, cache);
  const queue = createRequestQueue({
    ...{ log, metrics, now, random, callsPerSecond },
    onFailure: retryIn,
  });
  /** Slugs of posts that changed since these were last taken. */
  let touched = new Set<string>();
  /** The same, for other replicas. */
  let untold = new Set<string>();
  let telling: NodeJS.Timeout | undefined;
  /** Entries that are left out, with their faults: each is logged once, for editors to mend. */
  const reported = new Set<string>();
  /** Keys of posts that the service listed and did not have, though it was asked for its list again. */
  const lacking = new Set<string>();
  /** Rises with every change of a post that is cached. */
  let changes = 0;
  /** When this process last read the catalogue, or another replica did. */
  let cataloguedAt = Number.NEGATIVE_INFINITY;
  /** The same, or when one before it did, or the start. By the blog's clock: the day's may jump. */
  let verifiedAt = now();
  let retryTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** @returns whether there is a catalogue now */
  async function restore(): Promise<boolean> {
    const copied = await copy.read();
    const older = copied.entries || !formerFile ? NOTHING : readFormerCopy(formerFile, source.id);
    for (const [slug, id, at] of older.former) copy.write('former', slug, id, at);
    for (const each of [older, copied]) takeCopied(each);
    for (const post of copied.posts) cache.restore(post);
    return catalogue.known;
  }

  /** @returns whether its catalogue is newer than what was known */
  function takeCopied({ former, entries, askedAt }: Copied): boolean {
    catalogue.learn(former);
    return entries !== null && showCatalogue(entries, askedAt);
  }

  /** What the last copy had is known by then, and not written again. */
  async function saveSightings(): Promise<void> {
    await restored;
    for (const [slug, id, at] of catalogue.takeUnsaved()) copy.write('former', slug, id, at);
  }

  /**
   * Reads posts from the last copy that are not in memory.
   * @param makesRoom whether others may have to leave the memory for them
   * @returns whether all of them are in memory now
   */
  async function recall(slugs: readonly string[], makesRoom = true): Promise<boolean> {
    const lacking = slugs.filter((slug) => !cache.has(slug));
    if (lacking.length > 0)
      for (const post of (await copy.read(lacking, true)).posts) cache.restore(post, makesRoom);
    return slugs.every((slug) => cache.has(slug));
  }

  /** Waits a moment for the last copy if that has all of these posts. */
  async function recallStored(slugs: readonly string[]): Promise<void> {
    if (slugs.every((slug) => cache.stateOf(slug))) await withTimeout(recall(slugs), COPY_WAIT_MS);
  }

  /** Whether the catalogue, or what was confirmed at another time, is older than the TTL. */
  function isOld(checkedAt = cataloguedAt, time = now()): boolean {
    return time - checkedAt >= ttlMs;
  }

  /**
   * Fetches the catalogue in the background when it is old. Posts that never change are read when
   * they are first asked for, since the first page may need none.
   */
  function renewCatalogue(time?: number): void {
    if (fixed && !catalogue.known) takeFixed(fixed());
    else if (isOld(undefined, time)) void fetchCatalogue();
  }

  /** Never fetched, or not in the revision of a catalogue that the service was not asked since. */
  function isOutdated({ slug, key }: Listed): boolean {
    const state = cache.stateOf(slug);
    return !state || (state.key !== key && state.confirmedIn < catalogue.askedAt);
  }

  function withLinks({ tags: _names, ...post }: Post): Post {
    const found = catalogue.find(post.slug);
    const own = found.state === 'listed' ? tags.of(found.entry) : [];
    const alike = own
      .flatMap(({ posts }) => posts.slice(0, LINKS_OF_A_TAG))
      .sort((one, other) => other.due - one.due);
    const pages = own.filter(hasPage).map(linkOf);
    const next = nextToRead(post, catalogue.shown, alike);
    return { ...post, next, ...(pages.length > 0 && { tagPages: pages }) };
  }

  /** The post as shown, with links to others, which depend on them. */
  function lookup(cached: CachedPost): PostLookup {
    const version = tags.version();
    if (!cached.lookup || cached.tagsVersion !== version) {
      cached.lookup = postLookup(withLinks(cached.post));
      cached.tagsVersion = version;
    }
    return cached.lookup;
  }

  /**
   * @param urgent for an editor's change: calls even during a pause after failures, and does not
   * reuse a call already under way
   */
  function fetchCatalogue(urgent = false): Promise<boolean> {
    return queue.make({
      call: 'catalogue',
      ask: async () => ({ askedAt: nextAskedAt(), entries: await source.catalogue() }),
      take: ({ askedAt, entries }) => takeCatalogue(entries, askedAt),
      urgent,
    });
  }

  /** After every earlier time, though the clock was set back meanwhile. */
  function nextAskedAt(): number {
    return Math.max(wallClock(), catalogue.askedAt + 1);
  }

  /** @param position of the first post; a list page's worth is fetched */
  function fetchList(position: number, manner: Manner = {}): Promise<boolean> {
    const confirmedIn = catalogue.askedAt;
    return queue.make({
      call: 'list',
      about: position,
      ask: () => source.list(position, BLOG_PAGE_SIZE),
      take: (posts) => {
        for (const post of posts) takeListed(post, confirmedIn, manner);
      },
      ...manner,
    });
  }

  function fetchPost(entry: Listed, manner: Manner = {}): Promise<boolean> {
    const { slug, slugAsWritten = slug } = entry;
    const confirmedIn = catalogue.askedAt;
    let isThere = true;
    return queue.make({
      call: 'post',
      about: slug,
      ask: () => source.post(slugAsWritten),
      take: (fetched) => {
        isThere = fetched?.post.slug === slug;
        if (fetched && isThere) takePost(fetched, confirmedIn, manner);
      },
      afterwards: async () => isThere || lookAgain(entry),
      ...manner,
    });
  }

  function takeCatalogue(entries: CatalogueEntry[], askedAt: number): void {
    showCatalogue(entries, askedAt);
    cataloguedAt = now();
    copy.write('catalogue', '', entries, askedAt);
  }

  /** @returns whether it is newer than what was known */
  function showCatalogue(entries: CatalogueEntry[], askedAt: number): boolean {
    const isFirst = !catalogue.known;
    const changed = catalogue.update(entries, askedAt);
    void saveSightings();
    if (!changed) return false;
    verifiedAt = now() - Math.max(0, wallClock() - askedAt);
    const { touched: slugs, leftOut } = changed;
    for (const slug of slugs) {
      if (!isFirst) touch(slug);
      if (catalogue.find(slug).state !== 'listed') cache.remove(slug);
    }
    metrics.contentLeftOut.set(leftOut.length);
    for (const { id, fault } of leftOut) {
      if (!reported.has(`${id} ${fault}`))
        log.warn({ entry: id, reason: fault }, 'an entry of the blog is not shown');
      reported.add(`${id} ${fault}`);
    }
    return true;
  }

  function takeListed(fetched: FetchedPost, confirmedIn: number, manner: Manner): void {
    const found = catalogue.find(fetched.post.slug);
    // Before the first catalogue nobody can tell whether it exists; of two posts under one slug,
    // one counts.
    if (found.state === 'listed' ? found.entry.id === fetched.post.id : !catalogue.known)
      takePost(fetched, confirmedIn, manner);
  }

  function takePost(
    fetched: FetchedPost,
    confirmedIn: number,
    { inBackground = false }: Manner = {},
    isCopied = false,
  ): void {
    const confirmed = { confirmedIn, checkedAt: now() };
    if (!cache.put(fetched, confirmed, !inBackground, isCopied)) return;
    changes += 1;
    touch(fetched.post.slug);
  }

  function takeFixed(posts: readonly FetchedPost[]): void {
    const entryOf = ({ post: { tags = [], ...post }, revision }: FetchedPost) => {
      return { ...post, revision, tags, fault: null };
    };
    takeCatalogue(posts.map(entryOf), nextAskedAt());
    for (const post of posts) takePost(post, catalogue.askedAt);
  }

  /** The service lacks a post that it listed: only its list tells whether that has moved or gone. */
  async function lookAgain({ slug, key }: Listed): Promise<void> {
    if (!lacking.has(key) && !(await fetchCatalogue(true))) return;
    const found = catalogue.find(slug);
    if (found.state !== 'listed' || found.entry.key !== key) return;
    lacking.add(key);
    catalogue.retire(found.entry);
    void saveSightings();
    cache.remove(slug);
    touch(slug);
  }

  function touch(slug: string): void {
    touched.add(slug);
    tell(slug);
  }

  function tell(slug: string): void {
    untold.add(slug);
    if (!isStopped) telling ??= setTimeout(guarded(tellOthers), TELL_AFTER_MS).unref();
  }

  /** They read it from the last copy, so it is told when it is there. */
  async function tellOthers(): Promise<void> {
    telling = undefined;
    const slugs = [...untold];
    untold = new Set();
    await copy.written();
    if (slugs.length > 0) await announce?.(slugs);
  }

  /** Takes in what another replica has told. */
  async function adopt(slugs: readonly string[]): Promise<void> {
    const copied = await copy.read(slugs);
    if (isStopped) return;
    const own = untold;
    untold = new Set();
    if (takeCopied(copied)) cataloguedAt = verifiedAt;
    for (const fetched of copied.posts)
      if (isCurrent(fetched)) takePost(fetched, Number.NEGATIVE_INFINITY, {}, true);
    untold = own;
  }

  /** Whether it is as new as the catalogue, and of the post that has its slug. */
  function isCurrent({ post, revision }: FetchedPost): boolean {
    const found = catalogue.find(post.slug);
    if (found.state !== 'listed' || found.entry.id !== post.id) return false;
    return (revision ?? 0) >= (found.entry.revision ?? 0);
  }

  /** Set while a start lasts, when more may be known: what others saw, what the service has. */
  function learning(): Promise<unknown> | undefined {
    if (!isRestored) return restored;
    return Number.isFinite(cataloguedAt) ? undefined : queue.underWay('catalogue');
  }

  /** Notices the end of an outage without a visitor's request. */
  function retryIn(pauseMs: number): void {
    clearTimeout(retryTimer);
    if (isStopped) return;
    retryTimer = setTimeout(
      guarded(() => (queue.forbidden() ? retryIn(pauseMs) : retry())),
      pauseMs + 1,
    ).unref();
  }

  let isRestored = copy === NO_COPY;
  const restored = restore().finally(() => {
    isRestored = true;
  });
  metrics.collectors.contentAge = () => metrics.contentAge.set((now() - verifiedAt) / 1000);

  return {
    catalogue,
    cache,
    tags,
    queue,
    now,
    /** Rises with every visible change. */
    version: (): number => catalogue.version + changes + cache.tagChanges(),
    learning,
    isOld,
    renewCatalogue,
    isOutdated,
    lookup,
    recall,
    recallStored,
    adopt,
    fetchCatalogue,
    /** Resolves to whether there is a catalogue: of the service, or of the last copy. */
    anyCatalogue: async (): Promise<boolean> =>
      catalogue.known || firstTrue(fetchCatalogue(), restored),
    fetchList,
    fetchPost,
    /** True when there is a last copy, and enough posts to search it. */
    isSearched: (): boolean => database !== null && catalogue.shown.length >= POSTS_OF_A_SEARCH,
    search: copy.search,
    /** Tells other replicas to read a post anew. */
    tell,
    /** Slugs of posts that changed since the last time. */
    takeTouched(): Set<string> {
      const slugs = touched;
      touched = new Set();
      return slugs;
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(retryTimer);
      clearTimeout(telling);
      await saveSightings();
      await tellOthers();
      await copy.stop();
    },
  };
}
