import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { guarded } from '../ops/timers.ts';
import { createBackoff } from './backoff.ts';
import { ContentUnavailable, type FailureKind } from './contentful/source.ts';

const CALLS_AT_ONCE = 12;
/** Calls do not arrive as evenly as they leave: the service is asked for less than it takes. */
const MARGIN = 1.1;
/** A 429 that asks for a longer pause than this is an outage; a shorter one is waited out. */
const WAITED_OUT_S = 5;
/** How often: other sites may be using up the same limit. */
const TRIES = 4;

/** Which call is made first of those that wait for their turn. */
export const PRIORITY = { ofBackground: 0, ofNotice: 1, ofVisitor: 2, ofRetry: 3 } as const;

interface CallsParts {
  log: Logger;
  metrics: Pick<Metrics, 'contentCalls'>;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** A random number from 0 up to 1. */
  random: () => number;
  /** What the service takes. */
  callsPerSecond: number;
  /** Called after a failure with the milliseconds until the next call may be made. */
  onFailure: (pauseMs: number) => void;
}

/** A call to the content service. */
export interface ContentCall<T> {
  name: 'catalogue' | 'list' | 'post';
  /** The same one is made only once at a time. */
  about: string;
  priority: number;
  ask: () => Promise<T>;
  /** Asked when its turn comes. */
  isNeeded: () => boolean;
  /** For an editor's change: made during the pause after a failure too. */
  isUrgent?: boolean;
}

/**
 * What came of a call. `skipped`: it was not needed any more. `failed`: the service cannot be reached,
 * or not now. `refused`: it answered, but not this.
 */
export type Outcome<T> = { answer: T } | 'skipped' | 'failed' | 'refused';

/** Failures that waiting does not mend, and what to look at. */
const MISTAKES: { readonly [kind in FailureKind]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service cannot find what the site asks for: check the space, environment, content type and field names',
};

export type Calls = ReturnType<typeof createCalls>;

/**
 * How many calls are made at once, and for how long each takes up its place at least, so that no
 * second has more than the service takes. p-queue's own interval goes by the clock of the day: set
 * back by an hour, it would stop all calls for an hour.
 */
export function paceOf(callsPerSecond: number): { atOnce: number; placeMs: number } {
  const inOnePlace = Math.max(1, Math.ceil(callsPerSecond / CALLS_AT_ONCE));
  return {
    atOnce: Math.max(1, Math.floor(callsPerSecond / inOnePlace)),
    placeMs: (1000 / inOnePlace) * MARGIN,
  };
}

/**
 * Makes the calls to the content service: a limited number at once and in a second, never two alike,
 * none during the pause after a failure. Every outcome is counted and logged. Nothing here rejects.
 */
export function createCalls(parts: CallsParts) {
  const { log, metrics, now, random, callsPerSecond, onFailure } = parts;
  const { atOnce, placeMs } = paceOf(callsPerSecond);
  const queue = new PQueue({ concurrency: atOnce });
  const backoff = createBackoff(random);
  const underWay = new Map<string, { priority: number; outcome: Promise<Outcome<unknown>> }>();
  let pause: NodeJS.Timeout | undefined;
  let answered = 0;

  const isResting = () => backoff.pauseMs(now()) > 0;
  /** When asking again makes sense; whole seconds, at least 1. */
  const retryAfterSeconds = () => Math.max(1, Math.ceil(backoff.pauseMs(now()) / 1000));

  /** Makes a call when its turn comes, or waits for the same one that another has asked for. */
  function make<T>(call: ContentCall<T>): Promise<Outcome<T>> {
    const key = `${call.name} ${call.about}`;
    const same = underWay.get(key);
    if (same) {
      if (call.priority > same.priority) bringForward(key, call.priority);
      return same.outcome as Promise<Outcome<T>>;
    }
    if (isResting() && !call.isUrgent) return Promise.resolve('failed');
    const outcome = inTurn(call, key, call.priority, 1).finally(() => underWay.delete(key));
    underWay.set(key, { priority: call.priority, outcome });
    return outcome;
  }

  function bringForward(key: string, priority: number): void {
    try {
      queue.setPriority(key, priority);
    } catch {
      // It has begun already.
    }
  }

  async function inTurn<T>(
    call: ContentCall<T>,
    key: string,
    priority: number,
    tries: number,
  ): Promise<Outcome<T>> {
    const made = Promise.withResolvers<Outcome<T> | 'again'>();
    const work = async () => {
      // The outage may have begun while this waited.
      if (!call.isNeeded()) return made.resolve('skipped');
      if (isResting() && !call.isUrgent) return made.resolve('failed');
      const placeIsFree = passed(placeMs);
      made.resolve(await attempt(call, tries));
      await placeIsFree;
    };
    void queue.add(work, { priority, id: key });
    const outcome = await made.promise;
    return outcome === 'again' ? inTurn(call, key, PRIORITY.ofRetry, tries + 1) : outcome;
  }

  async function attempt<T>(call: ContentCall<T>, tries: number): Promise<Outcome<T> | 'again'> {
    const { name, ask } = call;
    try {
      const answer = await ask();
      answered += 1;
      metrics.contentCalls.inc({ call: name, outcome: 'ok' });
      if (backoff.succeeded()) log.info('the content service answers again');
      return { answer };
    } catch (error) {
      const pauseS = tries < TRIES ? askedPauseOf(error) : undefined;
      if (pauseS === undefined) {
        return failed(name, error);
      }
      metrics.contentCalls.inc({ call: name, outcome: 'rate_limited' });
      queue.pause();
      clearTimeout(pause);
      pause = setTimeout(
        guarded(() => queue.start()),
        pauseS * 1000,
      ).unref();
      return 'again';
    }
  }

  function failed(call: string, error: unknown): 'failed' | 'refused' {
    let failure = new ContentUnavailable('malformed');
    if (error instanceof ContentUnavailable) failure = error;
    else log.error({ err: error }, 'an answer from the content service could not be processed');
    const { kind } = failure;
    metrics.contentCalls.inc({ call, outcome: kind });
    backoff.failed(failure, now());
    const details = { call, kind, ...failure.details, retryAfterSeconds: retryAfterSeconds() };
    const mistake = MISTAKES[kind];
    if (mistake) log.error(details, mistake);
    else log.warn(details, 'the content service gave no usable answer');
    onFailure(backoff.pauseMs(now()));
    return kind === 'setup' || kind === 'malformed' ? 'refused' : 'failed';
  }

  return {
    make,
    /** True during the pause after a failure. */
    isResting,
    /** True while the service hangs, so that waiting for it costs time. */
    hanging: backoff.hanging,
    /** Usable answers so far: while these rise, waiting makes sense. */
    answered: (): number => answered,
    retryAfterSeconds,
  };
}

const passed = (milliseconds: number) =>
  milliseconds < 1
    ? Promise.resolve()
    : new Promise<void>((resolve) => void setTimeout(resolve, milliseconds).unref());

/** Seconds of the service's own limit, which is no failure if it says that it will be over soon. */
function askedPauseOf(error: unknown): number | undefined {
  if (!(error instanceof ContentUnavailable) || error.kind !== 'rate_limited') return undefined;
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error.details;
  return retryAfterSeconds > WAITED_OUT_S ? undefined : Math.max(1, retryAfterSeconds);
}
