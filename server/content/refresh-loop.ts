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
  type RawContent,
  type ReadOptions,
  type TypeRead,
} from './source.ts';

/**
 * The interval of full reads: pictures and entries inside posts change without a new revision of
 * the post. Types that the source did not have are asked for as often.
 */
const FULL_READ_EVERY_MS = 600_000;
/** The longest pause that a read waits for. Visitors are not kept waiting by it. */
const MAX_PAUSE_IN_READ_MS = 10_000;

/** Failures that waiting does not mend, with the advice to log. */
const MISTAKES: { readonly [kind in ContentUnavailableError['kind']]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service cannot find what the site asks for: check the space, environment, content type and field names',
};

interface RefreshLoopDeps {
  source: ContentSource;
  current: CurrentSnapshot;
  backoff: Backoff;
  log: Logger;
  now: () => number;
  wallClock: () => number;
  /** Called with the newest posts of a read that goes on, and with null at its end. */
  onNewestPosts: (newest: Parameters<NonNullable<ReadOptions['onNewestPosts']>>[0] | null) => void;
  /** Called with what was read, after it has been published. */
  onRead: (raw: RawContent) => void;
  /** Aborted at the stop: no refresh begins after it. */
  signal: AbortSignal;
}

/** The failure of one part, or of all together. */
interface Failure {
  error: ContentUnavailableError;
  type?: ContentType;
}

/**
 * Reads the source into the current snapshot: one read at a time, none during the pause after a
 * failure, and one at its end. An editor's change waits only for a pause that the service asks for.
 * Nothing here rejects.
 */
export class RefreshLoop {
  readonly #deps: RefreshLoopDeps;
  /** The time of the last full read; before any time when the next one must be full. */
  #fullReadAt = Number.NEGATIVE_INFINITY;
  /** The time at which types that the source did not have were last asked for. */
  #typesAskedAt = Number.NEGATIVE_INFINITY;
  /** Types that were there and that one answer has called absent. */
  readonly #doubted = new Set<ContentType>();
  #inFlight: Promise<boolean> | undefined;
  #following: Promise<boolean> | undefined;
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
    this.#inFlight = this.#refreshOnce().finally(() => {
      this.#inFlight = undefined;
      this.#deps.onNewestPosts(null);
    });
    return this.#inFlight;
  }

  async #refreshOnce(): Promise<boolean> {
    const { current, backoff, log, wallClock } = this.#deps;
    const readAt = Math.max(wallClock(), current.read.readAt + 1);
    try {
      const failures = (await this.#isCurrent()) ? [] : await this.#read(readAt);
      if (failures.length > 0) return this.#fail(failures);
      this.#hasSucceeded = true;
      current.confirm();
      void current.store.save(); // what could not be written before, and when it was confirmed
      if (backoff.succeeded()) log.info('the content service answers again');
      return true;
    } catch (error) {
      if (!(error instanceof ContentUnavailableError))
        log.error({ err: error }, 'an answer from the content service could not be processed');
      return this.#fail([{ error: asUnavailable(error) }]);
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

  /** @returns the failures of parts, which stay as they were */
  async #read(readAt: number): Promise<Failure[]> {
    const { source, current, now, onNewestPosts, onRead } = this.#deps;
    const { presentTypes } = current.get();
    const asksForAll = now() - this.#typesAskedAt >= FULL_READ_EVERY_MS;
    const types = asksForAll ? CONTENT_TYPES : presentTypes;
    this.#responseCount = source.responseCount;
    const waitAfter = (error: Error) => this.#waitAfter(error);
    const raw = await source.read({ types, onNewestPosts, waitAfter });
    const believed = { ...raw, types: this.#doubt(raw.types) };
    const failures = failuresOf(believed.types);
    if (failures.length === types.length)
      return failures.slice(0, 1).map(({ error }) => ({ error }));
    const { parts, tags } = current.read;
    const parsed = parseContent(believed, parts, tags);
    current.get(); // what has become due meanwhile was seen at its address
    current.publish({ ...parsed, readAt });
    onRead(believed);
    if (failures.length > 0) return failures;
    this.#fullReadAt = now();
    if (asksForAll) this.#typesAskedAt = now();
    return [];
  }

  /** Takes a type that was there and is said to be absent for an outage, the first time. */
  #doubt(types: RawContent['types']): RawContent['types'] {
    const { parts } = this.#deps.current.read;
    const doubted = CONTENT_TYPES.map((type): [ContentType, TypeRead] => {
      const isNews = types[type].state === 'absent' && parts[type]?.isAbsent === false;
      if (!isNews || this.#doubted.has(type)) {
        this.#doubted.delete(type);
        return [type, types[type]];
      }
      this.#doubted.add(type);
      return [type, { state: 'failed', error: new ContentUnavailableError('absent') }];
    });
    return Object.fromEntries(doubted) as RawContent['types'];
  }

  /**
   * Waits for the end of a short pause for which the service asks, so that a read goes on after it.
   * Calls that fail together wait together.
   * @throws the error when the read is to fail
   */
  async #waitAfter(error: Error): Promise<void> {
    const { source, backoff, now, signal } = this.#deps;
    const failure = asUnavailable(error);
    const requestedMs = (failure.details.retryAfterSeconds ?? 0) * 1000;
    const mayWait = failure.kind === 'rate_limited' && requestedMs > 0 && !signal.aborted;
    if (!mayWait || requestedMs > MAX_PAUSE_IN_READ_MS) throw failure;
    // A read in which nothing comes any more fails, so that it does not wait for ever.
    if (!this.#pausing && source.responseCount === this.#responseCount) throw failure;
    this.#responseCount = source.responseCount;
    this.#pausing ??= (async () => {
      this.#report(failure);
      await pause(backoff.requestedPauseMs(now()) + 1, signal);
      this.#pausing = undefined;
      backoff.resumed();
    })();
    await this.#pausing;
    if (signal.aborted) throw failure;
  }

  #fail(failures: readonly Failure[]): false {
    for (const { error, type } of failures) this.#report(error, type);
    this.#scheduleRetry(this.#pauseMs());
    return false;
  }

  /** Notes a failure and logs it. */
  #report(error: ContentUnavailableError, type?: ContentType): void {
    const { backoff, log, now } = this.#deps;
    backoff.failed(error, now());
    const { kind } = error;
    const retryAfterSeconds = backoff.retryAfterSeconds(now());
    const details = { ...(type && { type }), kind, ...error.details, retryAfterSeconds };
    const mistake = MISTAKES[kind];
    if (mistake) log.error(details, mistake);
    else log.warn(details, 'the content service gave no usable answer');
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

const failuresOf = (types: RawContent['types']): Failure[] =>
  CONTENT_TYPES.flatMap((type) => {
    const read = types[type];
    return read.state === 'failed' ? { type, error: asUnavailable(read.error) } : [];
  });
