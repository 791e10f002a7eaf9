import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Post } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Database } from '../database/database.ts';
import { logErrors, withTimeout } from '../ops/async.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createBackoff } from './backoff.ts';
import {
  type ContentSource,
  ContentUnavailableError,
  type FailureKind,
  type PostListPage,
  type Revisions,
} from './contentful/content-source.ts';
import { MAX_CONCURRENT_CALLS } from './contentful/contentful-source.ts';
import { EXTRA_TYPES } from './contentful/extra-entries.ts';
import { countCalls } from './count-calls.ts';
import { CurrentSnapshot } from './current-snapshot.ts';
import {
  type ContentChange,
  createChangeFollower,
  PROPAGATION_DELAYS_MS,
} from './follow-change.ts';
import type { PostRecord } from './post-record.ts';
import { readExtras } from './read-extras.ts';
import { fetchAllPosts } from './read-posts.ts';
import type { FetchedContent, Snapshot } from './snapshot.ts';

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
/**
 * The interval of full reads: pictures and entries inside posts change without a new revision of
 * the post.
 */
const FULL_READ_EVERY_MS = 600_000;
/** The time that a stop gives a response in flight. */
const LAST_RESPONSE_MS = 500;
/** The longest wait of a visitor during a known outage. */
const OUTAGE_WAIT_MS = 250;
/** The most calls that visitors cause before the first read. Later visitors wait for the read. */
const MAX_EARLY_CALLS = 10;

/** Failures that waiting does not mend, with the advice to log. */
const MISTAKES: { readonly [kind in FailureKind]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service cannot find what the site asks for: check the space, environment, content type and field names',
};

/**
 * The content as one snapshot, and the one loop that makes the next: every `ttlSeconds` (a tenth more
 * or less), after an editor's change, at the end of a pause after failures, and when the date of a
 * post has come. Visitors wait only before the first. Nothing here rejects.
 */
export class Content {
  /** The number of usable responses so far. While it rises, waiting makes sense. */
  responseCount = 0;
  readonly #deps: Required<ContentDeps>;
  readonly #current: CurrentSnapshot;
  readonly #backoff;
  readonly #follow;
  readonly #stopping = new AbortController();
  /** Calls made for visitors since the refresh in flight began. */
  readonly #earlyCalls = new Map<string, Promise<unknown>>();
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** The time at which types that the space did not have were last fetched. */
  #typesAskedAt = Number.NEGATIVE_INFINITY;
  #inFlightRefresh: Promise<boolean> | undefined;
  #followingRefresh: Promise<boolean> | undefined;
  #restoring: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #hasRefreshed = false;
  #isRestored: boolean;
  #retryTimer: NodeJS.Timeout | undefined;

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
    const { random, propagationDelaysMs } = this.#deps;
    const { signal } = this.#stopping;
    this.#current = new CurrentSnapshot({ ...this.#deps, signal });
    this.#isRestored = this.#deps.database === null;
    this.#backoff = createBackoff(random);
    this.#follow = createChangeFollower({
      refresh: () => this.#refreshAfterCurrent(),
      getRevisions: () => this.#current.content.revisions,
      delaysMs: propagationDelaysMs,
      signal,
    });
  }

  /** Returns the current content. */
  getSnapshot(): Snapshot {
    return this.#current.get();
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
    this.getSnapshot(); // what has become due since the last look was seen at its address
    this.#stopping.abort();
    clearTimeout(this.#retryTimer);
    // What the service is just answering is taken in too.
    await withTimeout(this.#followingRefresh ?? this.#inFlightRefresh, LAST_RESPONSE_MS);
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
    if (this.#deps.source.staticPosts || this.#stopping.signal.aborted)
      return Promise.resolve(false);
    const inFlight = this.#followingRefresh ?? this.#inFlightRefresh;
    if (inFlight) return inFlight;
    return this.#isPausing() ? Promise.resolve(false) : this.#startRefresh(false);
  }

  /**
   * Refreshes after an editor's change. Resolves once the service has been read for the first time.
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
    this.getSnapshot();
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
    return this.#hasRefreshed || this.#backoff.isFailing() ? undefined : this.#inFlightRefresh;
  }

  /**
   * Makes the first list call, for a visitor before the first read; null when that fails or may not
   * be made.
   */
  fetchNewestPosts(): Promise<PostListPage | null> {
    return orNull(this.#fetchNewest());
  }

  /**
   * Makes the call for one post, for a visitor before the first read; null when that fails or may
   * not be made.
   */
  fetchPost(slug: string): Promise<Post | null> {
    return orNull(this.#fetchEarly(`post ${slug}`, () => this.#deps.source.findPost(slug)));
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
    return Math.max(1, Math.ceil(this.#backoff.pauseMs(this.#deps.now()) / 1000));
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

  #isPausing(): boolean {
    return this.#backoff.pauseMs(this.#deps.now()) > 0;
  }

  /** Loads the last copy. Resolves when that is done, or impossible. */
  #restore(): Promise<void> {
    this.#restoring ??= this.#current.store.load().finally(() => {
      this.#isRestored = true;
      // Written by a clock that was ahead, it seems newer than what the service has said since.
      const isAhead = this.#current.content.readAt > this.#deps.wallClock();
      if (isAhead && !this.#stopping.signal.aborted) void this.#refreshAfterCurrent();
    });
    return this.#restoring;
  }

  #startRefresh(isForced: boolean): Promise<boolean> {
    this.#earlyCalls.clear();
    this.#inFlightRefresh = this.#refreshOnce(isForced).finally(() => {
      this.#inFlightRefresh = undefined;
      this.#earlyCalls.clear();
    });
    return this.#inFlightRefresh;
  }

  /** Refreshes after the refresh in flight. All callers meanwhile share the next one. */
  #refreshAfterCurrent(): Promise<boolean> {
    if (!this.#inFlightRefresh) return this.#startRefresh(true);
    this.#followingRefresh ??= this.#inFlightRefresh.then(() => {
      this.#followingRefresh = undefined;
      return this.#refreshAfterCurrent();
    });
    return this.#followingRefresh;
  }

  async #refreshOnce(isForced: boolean): Promise<boolean> {
    const { source, log, now, wallClock } = this.#deps;
    const readAt = Math.max(wallClock(), this.#current.content.readAt + 1);
    try {
      const { types } = this.#current.content;
      const revisions = await source.revisions(types);
      if (isForced || !this.#isCurrent(revisions)) {
        const fetched = await this.#readContent(isForced);
        this.getSnapshot(); // what has become due meanwhile was seen at its address
        this.#current.publish({ ...fetched, readAt });
        this.#fullReadAt = now();
      } else void this.#current.store.save(); // what could not be written before
      this.#hasRefreshed = true;
      this.#current.confirm();
      if (this.#backoff.succeeded()) log.info('the content service answers again');
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #isCurrent(revisions: Revisions): boolean {
    return (
      this.isLoaded &&
      this.#deps.now() - this.#fullReadAt < FULL_READ_EVERY_MS &&
      isDeepStrictEqual(revisions, this.#current.content.revisions)
    );
  }

  async #readContent(isForced: boolean): Promise<Omit<FetchedContent, 'readAt'>> {
    const { source, now } = this.#deps;
    const isDue = isForced || now() - this.#typesAskedAt >= FULL_READ_EVERY_MS;
    const types = isDue ? EXTRA_TYPES : this.#current.content.types;
    const [posts, extras] = await Promise.all([this.#readPosts(), readExtras(source, types)]);
    if (isDue) this.#typesAskedAt = now();
    return {
      ...extras,
      posts: posts.posts,
      rejected: [...posts.rejected, ...extras.rejected],
      revisions: { ...posts.revisions, ...extras.revisions },
    };
  }

  #readPosts() {
    const { source, callsPerSecond } = this.#deps;
    return fetchAllPosts({
      listPosts: source.listPosts,
      newest: this.isLoaded ? undefined : this.#fetchNewest(),
      concurrency: Math.min(MAX_CONCURRENT_CALLS, callsPerSecond),
      previous: new Map(this.#current.content.posts.map((post) => [post.id, post])),
    });
  }

  #fetchNewest(): Promise<PostListPage> | undefined {
    return this.#fetchEarly('list', () => this.#deps.source.listPosts(0, BLOG_PAGE_SIZE));
  }

  /** Makes a call, or shares the same one in flight; undefined when there are too many. */
  #fetchEarly<T>(key: string, call: () => Promise<T>): Promise<T> | undefined {
    const { callsPerSecond } = this.#deps;
    const same = this.#earlyCalls.get(key);
    if (same) return same as Promise<T>;
    const isFull = this.#earlyCalls.size >= Math.min(MAX_EARLY_CALLS, callsPerSecond);
    if (isFull || this.#isPausing() || this.#stopping.signal.aborted) return undefined;
    const response = call();
    this.#earlyCalls.set(key, response);
    return response;
  }

  #fail(error: unknown): void {
    const { log, now } = this.#deps;
    let failure = new ContentUnavailableError('malformed');
    if (error instanceof ContentUnavailableError) failure = error;
    else log.error({ err: error }, 'an answer from the content service could not be processed');
    const { kind } = failure;
    this.#backoff.failed(failure, now());
    const details = { kind, ...failure.details, retryAfterSeconds: this.retryAfterSeconds() };
    const mistake = MISTAKES[kind];
    if (mistake) log.error(details, mistake);
    else log.warn(details, 'the content service gave no usable answer');
    this.#scheduleRetry(this.#backoff.pauseMs(now()));
  }

  /** Schedules a refresh, which finds the end of an outage without a visitor's request. */
  #scheduleRetry(delayMs: number): void {
    const { signal } = this.#stopping;
    clearTimeout(this.#retryTimer);
    if (signal.aborted) return;
    const retry = () => (this.#isPausing() ? this.#scheduleRetry(delayMs) : this.refresh());
    this.#retryTimer = setTimeout(logErrors(retry), delayMs + 1).unref();
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
