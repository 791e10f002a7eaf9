import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { logErrors, pause } from '../ops/async.ts';
import type { Backoff } from './backoff.ts';
import { asUnavailable, ContentUnavailableError } from './content-error.ts';
import type { CurrentSnapshot } from './current-snapshot.ts';
import { parseContent } from './parse/parse-content.ts';
import {
  CONTENT_TYPES,
  type ContentSource,
  type ContentType,
  type NewestPosts,
  type RawContent,
  type TypeRead,
} from './source.ts';

/**
 * The interval of full reads: pictures and entries inside posts change without a new revision of
 * the post. Types that the source did not have are asked for as often.
 */
const FULL_READ_EVERY_MS = 600_000;
/** The longest pause that a read waits for. Visitors are not kept waiting by it. */
const MAX_PAUSE_IN_READ_MS = 10_000;

interface RefreshLoopDeps {
  source: ContentSource;
  current: CurrentSnapshot;
  backoff: Backoff;
  log: Logger;
  now: () => number;
  wallClock: () => number;
  /** Called with the newest posts of a read that goes on, and with null at its end. */
  onNewestPosts: (newest: NewestPosts | null) => void;
  /** Aborted at the stop: no refresh begins after it. */
  signal: AbortSignal;
}

interface ReadResult {
  /** The content that was published; null for none. */
  raw: RawContent | null;
  /** False when the service, or a part of it, did not answer. */
  isWhole: boolean;
}
const UNCHANGED: ReadResult = { raw: null, isWhole: true };

/**
 * Reads the source into the current snapshot: one read at a time, none during the pause after a
 * failure, and one at its end. An editor's change waits only for a pause that the service asks for.
 * Nothing here rejects. A refresh resolves with what it has published, and with null for nothing.
 */
export class RefreshLoop {
  readonly #deps: RefreshLoopDeps;
  /** The time of the last full read; before any time when the next one must be full. */
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** The time at which types that the source did not have were last asked for. */
  #typesAskedAt = Number.NEGATIVE_INFINITY;
  /** Types that were there and that one answer has called absent. */
  readonly #doubted = new Set<ContentType>();
  #inFlight: Promise<RawContent | null> | undefined;
  #following: Promise<RawContent | null> | undefined;
  #pausing: Promise<void> | undefined;
  /** The source's responses when the read in flight last began or waited. */
  #responseCount: number | undefined;
  #hasSucceeded = false;
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(deps: RefreshLoopDeps) {
    this.#deps = deps;
    deps.signal.addEventListener('abort', () => clearTimeout(this.#retryTimer));
  }

  /** The last refresh that is pending. */
  get pending(): Promise<RawContent | null> | undefined {
    return this.#following ?? this.#inFlight;
  }

  /** The refresh in flight, when none has succeeded and none has failed. */
  get first(): Promise<RawContent | null> | undefined {
    return this.#hasSucceeded || this.#deps.backoff.isFailing() ? undefined : this.#inFlight;
  }

  /** Refreshes the snapshot, once for all callers meanwhile. */
  async refresh(): Promise<RawContent | null> {
    const { signal, backoff } = this.#deps;
    if (signal.aborted) return null;
    if (this.pending) return this.pending;
    return backoff.pauseMs() > 0 ? null : this.#start();
  }

  /**
   * Refreshes after the refresh in flight, by a full read. All callers meanwhile share the next
   * one. When it fails, or the service asks for a pause, the next read is the full one.
   */
  async refreshAfterCurrent(): Promise<RawContent | null> {
    if (this.#inFlight) {
      this.#following ??= this.#inFlight.then(() => {
        this.#following = undefined;
        return this.refreshAfterCurrent();
      });
      return this.#following;
    }
    const { signal, backoff } = this.#deps;
    this.#fullReadAt = Number.NEGATIVE_INFINITY;
    this.#typesAskedAt = Number.NEGATIVE_INFINITY;
    return signal.aborted || backoff.requestedPauseMs() > 0 ? null : this.#start();
  }

  #start(): Promise<RawContent | null> {
    this.#inFlight = this.#refreshOnce().finally(() => {
      this.#inFlight = undefined;
      this.#deps.onNewestPosts(null);
    });
    return this.#inFlight;
  }

  async #refreshOnce(): Promise<RawContent | null> {
    const { current, backoff, log, wallClock } = this.#deps;
    const readAt = Math.max(wallClock(), current.read.readAt + 1);
    try {
      const { raw, isWhole } = (await this.#isCurrent()) ? UNCHANGED : await this.#read(readAt);
      if (isWhole) {
        this.#hasSucceeded = true;
        current.confirm();
        backoff.succeeded();
      } else this.#scheduleRetry(backoff.pauseMs());
      return raw;
    } catch (error) {
      if (!(error instanceof ContentUnavailableError))
        log.error({ err: error }, 'an answer from the content service could not be processed');
      backoff.failed(asUnavailable(error));
      this.#scheduleRetry(backoff.pauseMs());
      return null;
    }
  }

  /** Asks whether anything has changed, unless everything is to be read anyway. */
  async #isCurrent(): Promise<boolean> {
    const { source, current, now } = this.#deps;
    const snapshot = current.get();
    const isWhole = CONTENT_TYPES.every((type) => snapshot.knows(type));
    if (!isWhole || now() - this.#fullReadAt >= FULL_READ_EVERY_MS) return false;
    const revisions = await source.revisions(snapshot.presentTypes);
    return isDeepStrictEqual(revisions, snapshot.revisions);
  }

  /** Reads everything and publishes it. Parts that failed stay as they were. */
  async #read(readAt: number): Promise<ReadResult> {
    const { source, current, backoff, now, onNewestPosts } = this.#deps;
    const asksForAll = now() - this.#typesAskedAt >= FULL_READ_EVERY_MS;
    const types = asksForAll ? CONTENT_TYPES : current.get().presentTypes;
    this.#responseCount = source.responseCount;
    const waitAfter = (error: Error) => this.#waitAfter(error);
    const raw = this.#doubt(await source.read({ types, onNewestPosts, waitAfter }));
    const failures = failuresOf(raw);
    const [first] = failures;
    if (first && failures.length === types.length) {
      backoff.failed(first.error); // one line for all
      return { raw: null, isWhole: false };
    }
    const { parts, tags } = current.read;
    const parsed = parseContent(raw, parts, tags);
    current.get(); // what has become due meanwhile was seen at its address
    current.publish({ ...parsed, readAt });
    for (const { type, error } of failures) backoff.failed(error, type);
    if (failures.length > 0) return { raw, isWhole: false };
    this.#fullReadAt = now();
    if (asksForAll) this.#typesAskedAt = now();
    return { raw, isWhole: true };
  }

  /** Takes a type that was there and is said to be absent for an outage, the first time. */
  #doubt(raw: RawContent): RawContent {
    const { parts } = this.#deps.current.read;
    const types: Record<ContentType, TypeRead> = { ...raw.types };
    for (const type of CONTENT_TYPES) {
      const isNews = types[type].state === 'absent' && parts[type]?.isAbsent === false;
      if (isNews && !this.#doubted.has(type)) {
        this.#doubted.add(type);
        types[type] = { state: 'failed', error: new ContentUnavailableError('absent') };
      } else this.#doubted.delete(type);
    }
    return { ...raw, types };
  }

  /**
   * Waits for the end of a short pause for which the service asks, so that a read goes on after it.
   * Calls that fail together wait together.
   * @throws the error when the read is to fail
   */
  async #waitAfter(error: Error): Promise<void> {
    const { source, backoff, signal } = this.#deps;
    const failure = asUnavailable(error);
    const requestedMs = (failure.details.retryAfterSeconds ?? 0) * 1000;
    const mayWait = failure.kind === 'rate_limited' && requestedMs > 0 && !signal.aborted;
    if (!mayWait || requestedMs > MAX_PAUSE_IN_READ_MS) throw failure;
    // A read in which nothing comes any more fails, so that it does not wait for ever.
    if (!this.#pausing && source.responseCount === this.#responseCount) throw failure;
    this.#responseCount = source.responseCount;
    this.#pausing ??= (async () => {
      backoff.failed(failure);
      await pause(backoff.requestedPauseMs() + 1, signal);
      this.#pausing = undefined;
      backoff.resumed();
    })();
    await this.#pausing;
    if (signal.aborted) throw failure;
  }

  /** Schedules a refresh, which finds the end of an outage without a visitor's request. */
  #scheduleRetry(delayMs: number): void {
    const { signal, backoff } = this.#deps;
    clearTimeout(this.#retryTimer);
    if (signal.aborted) return;
    const retry = () => (backoff.pauseMs() > 0 ? this.#scheduleRetry(delayMs) : this.refresh());
    this.#retryTimer = setTimeout(logErrors(retry), delayMs + 1).unref();
  }
}

const failuresOf = ({ types }: RawContent) =>
  CONTENT_TYPES.flatMap((type) => {
    const read = types[type];
    return read.state === 'failed' ? { type, error: asUnavailable(read.error) } : [];
  });
