import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { ContentUnavailable, type FailureKind } from './contentful/source.ts';
import { createPace, type Turn } from './pace.ts';

/** A 429 that asks for a longer pause than this is an outage; a shorter one is waited out. */
const WAITED_OUT_S = 5;
/** How often: other sites may be using up the same limit. */
const TRIES = 4;

interface RequestQueueParts {
  log: Logger;
  metrics: Metrics;
  now: () => number;
  random: () => number;
  /** What the service takes. */
  callsPerSecond: number;
  /** Called after a failure with the milliseconds until the next call may be made. */
  onFailure: (pauseMs: number) => void;
}

/** A call to the content service and what to do with its answer. */
export interface ContentRequest<T> {
  call: 'catalogue' | 'list' | 'post';
  /** Identifies the call: the same one is made only once at a time. */
  about?: string | number;
  ask: () => Promise<T>;
  take: (answer: T) => void;
  /** What follows, and may call too: whoever asks the same meanwhile waits for it. */
  afterwards?: () => Promise<unknown>;
  /** For an editor's change: calls during a pause after failures too, and anew. */
  urgent?: boolean;
  /** Nobody waits for it: it is made when no other call is to be made. */
  inBackground?: boolean;
}

/** Failures that waiting does not mend, and what to look at. */
const MISTAKES: { readonly [kind in FailureKind]?: string } = {
  unauthorised:
    'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
  setup:
    'the content service does not know what it is asked for: check the space, the environment, the content type and its fields',
};

/**
 * Makes the calls to the content service: a limited number at once and in a second, never two alike,
 * none during the pause after a failure. Every outcome is counted and logged.
 */
export function createRequestQueue(parts: RequestQueueParts) {
  const { log, metrics, now, random, callsPerSecond, onFailure } = parts;
  const backoff = createBackoff(random);
  const underWay = new Map<string, { made: Promise<boolean>; turn: Turn }>();
  const pace = createPace(callsPerSecond);
  let answered = 0;

  const forbidden = () => backoff.pauseMs(now()) > 0;
  /** When asking again makes sense; whole seconds, at least 1. */
  const retryAfterSeconds = () => Math.max(1, Math.ceil(backoff.pauseMs(now()) / 1000));

  /** Waits for its turn. Never rejects. @returns false when there was no usable answer */
  function make<T>(request: ContentRequest<T>): Promise<boolean> {
    const key = `${request.call} ${request.about ?? ''}`;
    const running = underWay.get(key);
    if (running) {
      if (!request.inBackground) running.turn.inBackground = false;
      return request.urgent
        ? running.made.then(() => make({ ...request, urgent: false }))
        : running.made;
    }
    if (forbidden() && !request.urgent) return Promise.resolve(false);
    const turn = pace.turn(request.inBackground ? 'in background' : 'last');
    const made = call(request, turn).finally(() => underWay.delete(key));
    underWay.set(key, { made, turn });
    return made;
  }

  async function call<T>(request: ContentRequest<T>, turn: Turn, tries = 1): Promise<boolean> {
    const { call: name, ask, take, afterwards, urgent } = request;
    await turn.begun;
    // The outage began while this waited for its turn.
    const isCalled = urgent === true || !forbidden();
    try {
      if (!isCalled) return false;
      const answer = await ask();
      answered += 1;
      metrics.contentCalls.inc({ call: name, outcome: 'ok' });
      if (backoff.succeeded()) log.info('the content service answers again');
      take(answer);
    } catch (error) {
      const pauseS = tries < TRIES ? askedPauseOf(error) : undefined;
      if (pauseS === undefined) {
        failed(name, error);
        return false;
      }
      metrics.contentCalls.inc({ call: name, outcome: 'rate_limited' });
      pace.pause(pauseS * 1000);
      return call(request, pace.turn('first'), tries + 1);
    } finally {
      pace.end(isCalled);
    }
    await afterwards?.();
    return true;
  }

  function failed(call: string, error: unknown): void {
    let failure = new ContentUnavailable('malformed');
    if (error instanceof ContentUnavailable) failure = error;
    else log.error({ err: error }, 'an answer of the content service could not be taken in');
    const { kind } = failure;
    metrics.contentCalls.inc({ call, outcome: kind });
    backoff.failed(failure, now());
    const details = { call, kind, ...failure.details, retryAfterSeconds: retryAfterSeconds() };
    const mistake = MISTAKES[kind];
    if (mistake) log.error(details, mistake);
    else log.warn(details, 'the content service gave no usable answer');
    onFailure(backoff.pauseMs(now()));
  }

  return {
    make,
    underWay: (call: string, about: string | number = '') => underWay.get(`${call} ${about}`)?.made,
    /** Whether somebody waits for a turn, so that few calls for much are better than many. */
    isBusy: pace.isBusy,
    /** True during the pause after a failure. */
    forbidden,
    /** True while the service hangs, so that waiting for it costs time. */
    hanging: backoff.hanging,
    /** Usable answers so far: while these rise, waiting makes sense. */
    answered: (): number => answered,
    retryAfterSeconds,
  };
}

/** Seconds of the service's own limit, which is no failure if it says that it will be over soon. */
function askedPauseOf(error: unknown): number | undefined {
  if (!(error instanceof ContentUnavailable) || error.kind !== 'rate_limited') return undefined;
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = error.details;
  return retryAfterSeconds > WAITED_OUT_S ? undefined : Math.max(1, retryAfterSeconds);
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A service that asks for a longer pause is tried after this. */
const LONGEST_WISH_MS = 600_000;

/**
 * Spares a failing service: after each failure calls pause, twice as long each time, with jitter so
 * that several servers do not return at once, or as long as the service says. Times in milliseconds of
 * the blog's clock.
 */
export function createBackoff(random: () => number) {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let kind: FailureKind | null = null;
  const pauseMs = (now: number): number => Math.max(0, retryAt - now);
  return {
    failed(failure: Pick<ContentUnavailable, 'kind' | 'details'>, now: number): void {
      kind = failure.kind;
      const wishedMs = Math.min(LONGEST_WISH_MS, (failure.details.retryAfterSeconds ?? 0) * 1000);
      retryAt = Math.max(retryAt, now + wishedMs);
      if (pauseMs(now) > 0) return; // calls that were under way together count as one failure
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      retryAt = now + pause * (0.5 + random() / 2);
    },
    /** @returns true when this ends an outage */
    succeeded(): boolean {
      const endsOutage = kind !== null;
      failures = 0;
      retryAt = Number.NEGATIVE_INFINITY;
      kind = null;
      return endsOutage;
    },
    pauseMs,
    hanging: (): boolean => kind === 'timeout',
  };
}
