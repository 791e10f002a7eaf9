import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { logErrors } from '../ops/async.ts';
import type { Backoff } from './backoff.ts';
import {
  type ContentSource,
  ContentUnavailableError,
  type FailureKind,
  type Revisions,
} from './contentful/content-source.ts';
import { MAX_CONCURRENT_CALLS } from './contentful/contentful-source.ts';
import { EXTRA_TYPES } from './contentful/extra-entries.ts';
import type { CurrentSnapshot } from './current-snapshot.ts';
import type { EarlyCalls } from './early-calls.ts';
import { readExtras } from './read-extras.ts';
import { fetchAllPosts } from './read-posts.ts';
import type { FetchedContent } from './snapshot.ts';

/**
 * The interval of full reads: pictures and entries inside posts change without a new revision of
 * the post.
 */
const FULL_READ_EVERY_MS = 600_000;

/** Failures that waiting does not mend, with the advice to log. */
const MISTAKES: { readonly [kind in FailureKind]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service cannot find what the site asks for: check the space, environment, content type and field names',
};

interface RefresherDeps {
  source: ContentSource;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  current: CurrentSnapshot;
  earlyCalls: EarlyCalls;
  backoff: Backoff;
  log: Logger;
  now: () => number;
  wallClock: () => number;
  /** Aborted at the stop: no refresh begins after it. */
  signal: AbortSignal;
}

/**
 * Reads the service into the current snapshot: one read at a time, none during the pause after a
 * failure, and one at its end. An editor's change waits only for a pause that the service asks for.
 * Nothing here rejects.
 */
export class Refresher {
  readonly #deps: RefresherDeps;
  /** The time of the last full read; before any time when the next one must be full. */
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** The time at which types that the space did not have were last fetched. */
  #typesAskedAt = Number.NEGATIVE_INFINITY;
  #inFlight: Promise<boolean> | undefined;
  #following: Promise<boolean> | undefined;
  #hasSucceeded = false;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(deps: RefresherDeps) {
    this.#deps = deps;
    deps.signal.addEventListener('abort', () => clearTimeout(this.#retryTimer));
  }

  /** The last refresh that is pending. */
  get pending(): Promise<boolean> | undefined {
    return this.#following ?? this.#inFlight;
  }

  /** The refresh in flight, when none has succeeded and none has failed. */
  get first(): Promise<boolean> | undefined {
    return this.#hasSucceeded || this.#deps.backoff.isFailing() ? undefined : this.#inFlight;
  }

  /**
   * Refreshes the snapshot, once for all callers meanwhile.
   * @returns false when that failed
   */
  refresh(): Promise<boolean> {
    const { signal } = this.#deps;
    if (signal.aborted) return Promise.resolve(false);
    if (this.pending) return this.pending;
    return this.#pauseMs() > 0 ? Promise.resolve(false) : this.#start();
  }

  /**
   * Refreshes after the refresh in flight, by a full read. All callers meanwhile share the next
   * one. When it fails, or the service asks for a pause, the next read is the full one.
   */
  refreshAfterCurrent(): Promise<boolean> {
    if (this.#inFlight) {
      this.#following ??= this.#inFlight.then(() => {
        this.#following = undefined;
        return this.refreshAfterCurrent();
      });
      return this.#following;
    }
    const { signal, backoff, now } = this.#deps;
    this.#fullReadAt = Number.NEGATIVE_INFINITY;
    this.#typesAskedAt = Number.NEGATIVE_INFINITY;
    const mustWait = signal.aborted || backoff.requestedPauseMs(now()) > 0;
    return mustWait ? Promise.resolve(false) : this.#start();
  }

  #start(): Promise<boolean> {
    const { earlyCalls } = this.#deps;
    earlyCalls.clear();
    this.#inFlight = this.#refreshOnce().finally(() => {
      this.#inFlight = undefined;
      earlyCalls.clear();
    });
    return this.#inFlight;
  }

  async #refreshOnce(): Promise<boolean> {
    const { source, current, backoff, log, now, wallClock } = this.#deps;
    const readAt = Math.max(wallClock(), current.content.readAt + 1);
    try {
      const revisions = await source.revisions(current.content.types);
      if (!this.#isCurrent(revisions)) {
        const fetched = await this.#readContent();
        current.publishDue(); // what has become due meanwhile was seen at its address
        current.publish({ ...fetched, readAt });
        this.#fullReadAt = now();
      } else void current.store.save(); // what could not be written before
      this.#hasSucceeded = true;
      current.confirm();
      if (backoff.succeeded()) log.info('the content service answers again');
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #isCurrent(revisions: Revisions): boolean {
    const { current, now } = this.#deps;
    return (
      current.isLoaded &&
      now() - this.#fullReadAt < FULL_READ_EVERY_MS &&
      isDeepStrictEqual(revisions, current.content.revisions)
    );
  }

  async #readContent(): Promise<Omit<FetchedContent, 'readAt'>> {
    const { source, current, now } = this.#deps;
    const isDue = now() - this.#typesAskedAt >= FULL_READ_EVERY_MS;
    const types = isDue ? EXTRA_TYPES : current.content.types;
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
    const { source, callsPerSecond, current, earlyCalls } = this.#deps;
    return fetchAllPosts({
      listPosts: source.listPosts,
      newest: current.isLoaded ? undefined : earlyCalls.listNewest(),
      concurrency: Math.min(MAX_CONCURRENT_CALLS, callsPerSecond),
      previous: new Map(current.content.posts.map((post) => [post.id, post])),
    });
  }

  #fail(error: unknown): void {
    const { backoff, log, now } = this.#deps;
    let failure = new ContentUnavailableError('malformed');
    if (error instanceof ContentUnavailableError) failure = error;
    else log.error({ err: error }, 'an answer from the content service could not be processed');
    const { kind } = failure;
    backoff.failed(failure, now());
    const retryAfterSeconds = backoff.retryAfterSeconds(now());
    const details = { kind, ...failure.details, retryAfterSeconds };
    const mistake = MISTAKES[kind];
    if (mistake) log.error(details, mistake);
    else log.warn(details, 'the content service gave no usable answer');
    this.#scheduleRetry(this.#pauseMs());
  }

  /** Schedules a refresh, which finds the end of an outage without a visitor's request. */
  #scheduleRetry(delayMs: number): void {
    clearTimeout(this.#retryTimer);
    if (this.#deps.signal.aborted) return;
    const retry = () => (this.#pauseMs() > 0 ? this.#scheduleRetry(delayMs) : this.refresh());
    this.#retryTimer = setTimeout(logErrors(retry), delayMs + 1).unref();
  }

  #pauseMs(): number {
    return this.#deps.backoff.pauseMs(this.#deps.now());
  }
}
