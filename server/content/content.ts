import type { Logger } from 'pino';
import type { Post } from '../../shared/blog/post.ts';
import type { Database } from '../database/database.ts';
import { logErrors, withTimeout } from '../ops/async.ts';
import type { Metrics } from '../ops/metrics.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import type { ContentSource, PostListPage } from './contentful/content-source.ts';
import { countCalls } from './count-calls.ts';
import { CurrentSnapshot } from './current-snapshot.ts';
import { EarlyCalls } from './early-calls.ts';
import {
  type ContentChange,
  createChangeFollower,
  PROPAGATION_DELAYS_MS,
} from './follow-change.ts';
import type { PostRecord } from './post-record.ts';
import { Refresher } from './refresher.ts';
import type { Snapshot } from './snapshot.ts';

export interface ContentDeps {
  source: ContentSource;
  ttlSeconds: number;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  /** The database of the last copy; null when there is none. */
  database: Database | null;
  /** True when other replicas use the database too. */
  isShared?: boolean;
  log: Logger;
  metrics: Pick<Metrics, 'contentCalls' | 'contentAge' | 'contentLeftOut' | 'collectors'>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
  /** A random number from 0 up to 1. */
  random?: () => number;
  /** Pauses between the reads after an editor's change, in milliseconds; one test has none. */
  propagationDelaysMs?: readonly number[];
}

/** The interval at which the store is polled for the changes of other replicas. */
const POLL_MS = 1000;
/** The time that a stop gives a response in flight. */
const LAST_RESPONSE_MS = 500;
/** The longest wait of a visitor during a known outage. */
const OUTAGE_WAIT_MS = 250;

/**
 * The content as one snapshot, and when the next is made: every `ttlSeconds` (a tenth more or less),
 * after an editor's change, at the end of a pause after failures, and when the date of a post has
 * come. Visitors wait only before the first. Nothing here rejects.
 */
export class Content {
  /** The number of usable responses so far. While it rises, waiting makes sense. */
  responseCount = 0;
  readonly #deps: Required<ContentDeps>;
  readonly #current: CurrentSnapshot;
  readonly #backoff: Backoff;
  readonly #follow;
  readonly #stopping = new AbortController();
  readonly #earlyCalls: EarlyCalls;
  readonly #refresher: Refresher;
  #restoring: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #isRestored: boolean;

  constructor(deps: ContentDeps) {
    this.#deps = {
      isShared: false,
      now: () => performance.now(),
      wallClock: Date.now,
      random: Math.random,
      propagationDelaysMs: PROPAGATION_DELAYS_MS,
      ...deps,
      source: countCalls(deps.source, deps.metrics.contentCalls, () => {
        this.responseCount += 1;
      }),
    };
    const { now, random, propagationDelaysMs } = this.#deps;
    const { signal } = this.#stopping;
    const backoff = createBackoff(random);
    const mayCall = () => backoff.pauseMs(now()) === 0 && !signal.aborted;
    const current = new CurrentSnapshot({ ...this.#deps, signal });
    const earlyCalls = new EarlyCalls({ ...this.#deps, mayCall });
    this.#backoff = backoff;
    this.#current = current;
    this.#earlyCalls = earlyCalls;
    this.#refresher = new Refresher({ ...this.#deps, current, earlyCalls, backoff, signal });
    this.#isRestored = this.#deps.database === null;
    this.#follow = createChangeFollower({
      refresh: () => this.#refresher.refreshAfterCurrent(),
      getRevisions: () => this.#current.content.revisions,
      delaysMs: propagationDelaysMs,
      signal,
    });
  }

  /** Returns the current content. */
  getSnapshot(): Snapshot {
    return this.#current.get();
  }

  /** Returns a number that is another one for each snapshot. */
  getVersion(): number {
    return this.#current.getVersion();
  }

  /** True once all posts have been read, from the service or from the last copy. */
  get isLoaded(): boolean {
    return this.#current.isLoaded;
  }

  start(): void {
    const { source, ttlSeconds, isShared, metrics, random } = this.#deps;
    if (source.staticPosts) return;
    metrics.collectors.contentAge = () =>
      metrics.contentAge.set(Math.max(0, this.#current.ageMs) / 1000);
    // Replicas that were started together do not ask together.
    const refreshIntervalMs = () => Math.max(1, ttlSeconds) * 1000 * (0.9 + 0.2 * random());
    this.#repeat(refreshIntervalMs, () => this.refresh());
    if (isShared) this.#repeat(() => POLL_MS, this.#current.store.pollChanges);
    void this.refresh();
    void this.#restore();
  }

  async stop(): Promise<void> {
    this.#current.publishDue(); // what has become due since the last look was seen at its address
    this.#stopping.abort();
    // What the service is just answering is taken in too.
    await withTimeout(this.#refresher.pending, LAST_RESPONSE_MS);
    await this.#current.store.save();
  }

  /** Tells whether the date of a post has come. */
  readonly isDue = ({ publishAt }: Pick<PostRecord, 'publishAt'>): boolean =>
    publishAt <= this.#deps.wallClock();

  /**
   * Refreshes the snapshot, once for all callers meanwhile.
   * @returns false when that failed
   */
  refresh(): Promise<boolean> {
    return this.#deps.source.staticPosts ? Promise.resolve(false) : this.#refresher.refresh();
  }

  /**
   * Refreshes after an editor's change. Resolves after the first read, or at once in a pause that
   * the service asks for, whose end is that read.
   */
  async followChange(change?: ContentChange): Promise<void> {
    if (!this.#deps.source.staticPosts) await this.#follow(change);
  }

  /** Loads what other replicas have read. */
  pollReplicas(): Promise<void> {
    return this.#current.store.pollChanges();
  }

  /** Resolves when the content is loaded, or cannot be had now. */
  async whenLoaded(): Promise<void> {
    this.#current.publishDue();
    if (this.isLoaded) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    await (this.#backoff.isFailing() ? withTimeout(this.#loading, OUTAGE_WAIT_MS) : this.#loading);
  }

  /**
   * Returns the pending start, if there is one: more may be known soon, such as former slugs. The
   * attempts after the first one may fail for hours.
   */
  pendingFirstRead(): Promise<unknown> | undefined {
    if (this.#deps.source.staticPosts) return undefined;
    if (!this.#isRestored) return this.#restore();
    return this.#refresher.first;
  }

  /**
   * Makes the first list call, for a visitor before the first read; null when that fails or may not
   * be made.
   */
  fetchNewestPosts(): Promise<PostListPage | null> {
    return orNull(this.#earlyCalls.listNewest());
  }

  /**
   * Makes the call for one post, for a visitor before the first read; null when that fails or may
   * not be made.
   */
  fetchPost(slug: string): Promise<Post | null> {
    return orNull(this.#earlyCalls.findPost(slug));
  }

  /** Tells whether the service hangs, so that waiting for it costs time. */
  isTimingOut(): boolean {
    return this.#backoff.hanging() && !this.failsAtOnce();
  }

  /** Tells whether the service has just failed at once, though the call may be made again. */
  failsAtOnce(): boolean {
    return this.#deps.source.failsAtOnce?.() ?? false;
  }

  /** Returns the seconds until the next attempt makes sense, at least 1. */
  retryAfterSeconds(): number {
    return this.#backoff.retryAfterSeconds(this.#deps.now());
  }

  /** Loads the content. All visitors share the promise of one attempt, which always settles. */
  #load(): Promise<void> {
    const [refreshed, restored] = [this.refresh(), this.#restore()];
    const orElse = async (first: Promise<unknown>, second: Promise<unknown>) => {
      await first;
      if (!this.isLoaded) await second;
    };
    return Promise.race([orElse(refreshed, restored), orElse(restored, refreshed)]);
  }

  /** Loads the last copy. Resolves when that is done, or impossible. */
  #restore(): Promise<void> {
    this.#restoring ??= this.#current.store.load().finally(() => {
      this.#isRestored = true;
      // Written by a clock that was ahead, it seems newer than what the service has said since.
      const isAhead = this.#current.content.readAt > this.#deps.wallClock();
      if (isAhead && !this.#stopping.signal.aborted) void this.#refresher.refreshAfterCurrent();
    });
    return this.#restoring;
  }

  /** Repeats work until the stop, with a pause after the end of each. */
  #repeat(pauseMs: () => number, work: () => Promise<unknown>): void {
    const { signal } = this.#stopping;
    const again = () => signal.aborted || work().finally(() => this.#repeat(pauseMs, work));
    setTimeout(logErrors(again), pauseMs()).unref();
  }
}

/** Returns null for a failed call, which the loop reports. */
async function orNull<T>(response: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await response) ?? null;
  } catch {
    return null;
  }
}
