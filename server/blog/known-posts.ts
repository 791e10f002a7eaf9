import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { withTimeout } from '../ops/timers.ts';
import { createCatalogue, type Listed } from './catalogue.ts';
import type { BlogSource, CatalogueEntry, FetchedPost } from './contentful/source.ts';
import { type Copied, NO_COPY, NOTHING, openLastCopy, readFormerCopy } from './last-copy.ts';
import { createPostCache } from './post-cache.ts';
import { createTeller } from './teller.ts';

export interface KnownPostsParts {
  source: Pick<BlogSource, 'id'>;
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
  /** Tells other replicas which posts changed. */
  announce?: ((slugs: string[]) => Promise<void>) | undefined;
}

/** How long the last copy may take before the service is asked for what it has. */
const COPY_WAIT_MS = 300;

export type KnownPosts = ReturnType<typeof createKnownPosts>;

/**
 * What is known of the posts: the catalogue says what there is, the cache has what was fetched. It is
 * taken in from the service, the last copy and other replicas, and what is new is copied and told to
 * them. Makes no calls to the service.
 */
export function createKnownPosts(parts: KnownPostsParts) {
  const { source, database, formerFile, log, metrics, announce } = parts;
  const { now = () => performance.now(), wallClock = Date.now } = parts;
  const copy = database ? openLastCopy({ database, source: source.id, log }) : NO_COPY;
  const catalogue = createCatalogue(wallClock);
  const cache = createPostCache(copy);
  const teller = createTeller(copy.written, announce);
  /** Slugs of posts that changed since these were last taken. */
  let touched = new Set<string>();
  /** Entries that are left out, with their faults: each is logged once, for editors to mend. */
  const reported = new Set<string>();
  /** Rises with every change of a post that is cached. */
  let changes = 0;
  /** When this process last read the catalogue, or another replica did. */
  let cataloguedAt = Number.NEGATIVE_INFINITY;
  /** The same, or when one before it did, or the start. By the blog's clock: the day's may jump. */
  let verifiedAt = now();
  let isStopped = false;

  /** @returns whether there is a catalogue now */
  async function restore(): Promise<boolean> {
    const copied = await copy.read();
    const older = copied.entries || !formerFile ? NOTHING : readFormerCopy(formerFile, source.id);
    for (const [slug, id, at] of older.former) copy.write('former', slug, id, at);
    for (const each of [older, copied]) takeCopied(each);
    for (const post of copied.posts.filter(isOwn)) cache.restore(post);
    return catalogue.known;
  }

  /** @returns whether its catalogue is newer than what was known */
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
   * Reads posts from the last copy that are not in memory.
   * @param makesRoom whether others may have to leave the memory for them
   * @returns whether all of them are in memory now
   */
  async function recall(slugs: readonly string[], makesRoom = true): Promise<boolean> {
    const lacking = slugs.filter((slug) => !cache.has(slug));
    const { posts } = lacking.length > 0 ? await copy.read(lacking, true) : NOTHING;
    for (const post of posts.filter(isOwn)) cache.restore(post, makesRoom);
    return slugs.every((slug) => cache.has(slug));
  }

  /** Waits a moment for the last copy if that has all of these posts. */
  async function recallStored(slugs: readonly string[]): Promise<void> {
    if (slugs.every((slug) => cache.stateOf(slug))) await withTimeout(recall(slugs), COPY_WAIT_MS);
  }

  /** After every earlier time, though the clock was set back meanwhile. */
  function nextAskedAt(): number {
    return Math.max(wallClock(), catalogue.askedAt + 1);
  }

  function takeCatalogue(entries: CatalogueEntry[], askedAt: number): void {
    showCatalogue(entries, askedAt);
    cataloguedAt = now();
    copy.write('catalogue', '', entries, askedAt);
  }

  /** @returns whether it is newer than what was known */
  function showCatalogue(entries: CatalogueEntry[], askedAt: number, isCopied = false): boolean {
    const isFirst = !catalogue.known;
    const changed = catalogue.update(entries, askedAt);
    void saveSightings();
    if (!changed) return false;
    verifiedAt = now() - Math.max(0, wallClock() - askedAt);
    const { touched: slugs, leftOut } = changed;
    for (const slug of slugs) {
      if (!isFirst) touch(slug, isCopied);
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

  /** @param makesRoom whether another may have to leave the memory for it */
  function takeListed(fetched: FetchedPost, confirmedIn: number, makesRoom: boolean): void {
    if (isOwn(fetched)) takePost(fetched, confirmedIn, makesRoom);
  }

  /**
   * Whether its slug is its own: of two posts under one slug one counts, and the last copy may have
   * a former one. Before the first catalogue nobody can tell whether it exists.
   */
  function isOwn({ post }: FetchedPost): boolean {
    const found = catalogue.find(post.slug);
    return found.state === 'listed' ? found.entry.id === post.id : !catalogue.known;
  }

  function takePost(
    fetched: FetchedPost,
    confirmedIn: number,
    makesRoom = true,
    isCopied = false,
  ): void {
    const confirmed = { confirmedIn, checkedAt: now() };
    if (!cache.put(fetched, confirmed, makesRoom, isCopied)) return;
    changes += 1;
    touch(fetched.post.slug, isCopied);
  }

  /** Records that the service lacks a post which it listed. */
  function retire(entry: Listed): void {
    catalogue.retire(entry);
    void saveSightings();
    cache.remove(entry.slug);
    touch(entry.slug);
  }

  /** @param isCopied whether other replicas know it already */
  function touch(slug: string, isCopied = false): void {
    touched.add(slug);
    if (!isCopied) teller.tell(slug);
  }

  /** Takes in what another replica has told. */
  async function adopt(slugs: readonly string[]): Promise<void> {
    const copied = await copy.read(slugs);
    if (isStopped) return;
    if (takeCopied(copied)) cataloguedAt = verifiedAt;
    for (const fetched of copied.posts.filter(isOwn))
      if ((fetched.revision ?? 0) >= (catalogue.revisionOf(fetched.post.id) ?? 0))
        takePost(fetched, Number.NEGATIVE_INFINITY, true, true);
  }

  let isRestored = copy === NO_COPY;
  const restored = restore().finally(() => {
    isRestored = true;
  });
  metrics.collectors.contentAge = () => metrics.contentAge.set((now() - verifiedAt) / 1000);

  return {
    catalogue,
    cache,
    now,
    /** Rises with every visible change. */
    version: (): number => catalogue.version + changes + cache.tagChanges(),
    /** Resolves when the last copy was read, to whether there is a catalogue. */
    restored,
    isRestored: (): boolean => isRestored,
    cataloguedAt: (): number => cataloguedAt,
    nextAskedAt,
    takeCatalogue,
    takeListed,
    takePost,
    retire,
    recall,
    recallStored,
    search: copy.search,
    adopt,
    /** Tells other replicas to read a post anew. */
    tell: teller.tell,
    /** Slugs of posts that changed since the last time. */
    takeTouched(): Set<string> {
      const slugs = touched;
      touched = new Set();
      return slugs;
    },
    async stop(): Promise<void> {
      isStopped = true;
      await saveSightings();
      await teller.stop();
      await copy.stop();
    },
  };
}
