import type { Metrics } from '../ops/metrics.ts';
import { withTimeout } from '../ops/timers.ts';
import { createCatalogue, type Listed } from './catalogue.ts';
import type { CatalogueEntry, FetchedPost } from './contentful/source.ts';
import { type Copied, type LastCopyParts, NOTHING, openLastCopy } from './last-copy.ts';
import { firstTrue } from './lookup.ts';
import { createPostCache } from './post-cache.ts';

export interface KnownPostsParts extends LastCopyParts {
  /** Stops what goes on in the background. */
  signal: AbortSignal;
  metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
}

/** If the last copy takes longer, the service is asked for what it has. */
const COPY_WAIT_MS = 300;

/** How a post came. */
export interface Taking {
  /** When the catalogue was asked for that was known as the service was asked for the post. */
  confirmedIn: number;
  /** Nobody waits for it: others that were read lately stay in memory. */
  inBackground?: boolean;
  /** Another replica had it: written back, it could replace a newer one. */
  isCopied?: boolean;
}

export type KnownPosts = ReturnType<typeof createKnownPosts>;

/**
 * What is known of the posts: the catalogue says what there is, the cache has what was fetched. What
 * is new is copied, and told to other replicas. Makes no calls to the service.
 */
export function createKnownPosts(parts: KnownPostsParts) {
  const { database, log, metrics, signal } = parts;
  const { now = () => performance.now(), wallClock = Date.now } = parts;
  const copy = openLastCopy(parts);
  const catalogue = createCatalogue(wallClock);
  const cache = createPostCache();
  let touched = new Set<string>();
  /** Entries that are left out, with their faults: each is logged once. */
  const reported = new Set<string>();
  /** When this process last read the catalogue, or another replica did. */
  let cataloguedAt = Number.NEGATIVE_INFINITY;
  /** The same, or when one before it did, or the start. By the blog's clock: the day's may jump. */
  let verifiedAt = now();

  async function restore(): Promise<boolean> {
    const copied = await copy.read();
    takeCopied(copied);
    for (const post of copied.posts.filter(isOwn)) cache.restore(post);
    return catalogue.known;
  }

  /** @returns whether its catalogue is news */
  function takeCopied({ former, entries, askedAt }: Copied): boolean {
    catalogue.learn(former);
    return entries !== null && showCatalogue(entries, askedAt, true);
  }

  /** What the last copy had is known by then, and not written again. */
  async function saveSightings(): Promise<void> {
    await restored;
    for (const [slug, id, at] of catalogue.takeUnsaved()) copy.write('former', slug, id, at);
  }

  /**
   * Reads posts from the last copy.
   * @param makesRoom whether others may have to leave the memory for them
   */
  async function recall(slugs: readonly string[], makesRoom = true): Promise<void> {
    const lacking = slugs.filter((slug) => !cache.has(slug));
    const { posts } = lacking.length > 0 ? await copy.read(lacking, true) : NOTHING;
    for (const post of posts.filter(isOwn)) cache.restore(post, makesRoom);
  }

  /** Waits for posts: a moment for the last copy alone if it has all of them, then for the service too. */
  async function bring(
    slugs: readonly string[],
    fetchMissing: () => Promise<boolean>,
    areThere = () => slugs.every(cache.has),
  ): Promise<boolean> {
    const recalled = recall(slugs).then(areThere);
    const areStored = slugs.every((slug) => cache.stateOf(slug));
    if (areStored && (await withTimeout(recalled, COPY_WAIT_MS))) return true;
    return firstTrue(recalled, fetchMissing());
  }

  function takeCatalogue(entries: CatalogueEntry[], askedAt: number): void {
    showCatalogue(entries, askedAt);
    cataloguedAt = now();
    copy.write('catalogue', '', entries, askedAt);
  }

  /** @returns whether it is news */
  function showCatalogue(entries: CatalogueEntry[], askedAt: number, isCopied = false): boolean {
    const isFirst = !catalogue.known;
    const changed = catalogue.update(entries, askedAt);
    void saveSightings();
    if (!changed) return false;
    verifiedAt = now() - Math.max(0, wallClock() - askedAt);
    const { touched: slugs, leftOut } = changed;
    for (const slug of slugs) {
      if (!isFirst) touch(slug, isCopied);
      if (catalogue.find(slug).state !== 'listed') remove(slug);
    }
    metrics.contentLeftOut.set(leftOut.length);
    for (const { id, fault } of leftOut) {
      const said = reported.has(`${id} ${fault}`);
      if (!said) log.warn({ entry: id, reason: fault }, 'an entry of the blog is not shown');
      reported.add(`${id} ${fault}`);
    }
    return true;
  }

  /**
   * Whether its slug is its own: of two posts under one slug one counts, and the last copy may have
   * a former one. Before the first catalogue nobody can tell whether it exists.
   */
  function isOwn({ post }: FetchedPost): boolean {
    const found = catalogue.find(post.slug);
    return found.state === 'listed' ? found.entry.id === post.id : !catalogue.known;
  }

  function takePost(fetched: FetchedPost, { confirmedIn, inBackground, isCopied }: Taking): void {
    const { slug } = fetched.post;
    const before = cache.stateOf(slug);
    const taken = cache.put(fetched, { confirmedIn, checkedAt: now() }, !inBackground);
    const isSame = before?.version === taken.version;
    if (!isCopied && !(isSame && before.key === taken.key)) copy.write('post', slug, fetched);
    if (before && !isSame) touch(slug, isCopied);
  }

  function retire(entry: Listed): void {
    catalogue.retire(entry);
    void saveSightings();
    remove(entry.slug);
    touch(entry.slug);
  }

  function remove(slug: string): void {
    cache.remove(slug);
    copy.write('post', slug, null);
  }

  /** @param isCopied whether other replicas know it already */
  function touch(slug: string, isCopied = false): void {
    touched.add(slug);
    if (!isCopied) copy.tell(slug);
  }

  async function adopt(slugs: readonly string[]): Promise<void> {
    const copied = await copy.read(slugs);
    if (signal.aborted) return;
    if (takeCopied(copied)) cataloguedAt = verifiedAt;
    for (const fetched of copied.posts.filter(isOwn))
      if ((fetched.revision ?? 0) >= (catalogue.entry(fetched.post.id)?.revision ?? 0))
        takePost(fetched, { confirmedIn: Number.NEGATIVE_INFINITY, isCopied: true });
  }

  let isRestored = database === null;
  const restored = restore().finally(() => {
    isRestored = true;
  });
  metrics.collectors.contentAge = () => metrics.contentAge.set((now() - verifiedAt) / 1000);

  return {
    catalogue,
    cache,
    ...{ now, wallClock },
    /** Rises with every visible change. */
    version: (): number => catalogue.version + cache.version(),
    /** Resolves when the last copy was read, to whether there is a catalogue. */
    restored,
    isRestored: (): boolean => isRestored,
    cataloguedAt: (): number => cataloguedAt,
    /** After every earlier time, though the clock was set back meanwhile. */
    nextAskedAt: (): number => Math.max(wallClock(), catalogue.askedAt + 1),
    takeCatalogue,
    isOwn,
    takePost,
    retire,
    recall,
    bring,
    search: copy.search,
    adopt,
    /** Slugs of posts that changed since the last time. */
    takeTouched(): Set<string> {
      const slugs = touched;
      touched = new Set();
      return slugs;
    },
    async stop(): Promise<void> {
      await saveSightings();
      await copy.stop();
    },
  };
}
