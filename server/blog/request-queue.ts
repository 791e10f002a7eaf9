import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { createBackoff } from './backoff.ts';
import { ContentUnavailable } from './contentful/source.ts';

const CALLS_AT_ONCE = 12;
/** The delivery API takes 55 of a space in any second; calls do not arrive as evenly as they leave. */
const CALLS_PER_SECOND = 50;
/** A 429 that asks for a longer pause than this is an outage; a shorter one is waited out. */
const WAITED_OUT_S = 5;
/** How often: other sites may be using up the same limit. */
const TRIES = 4;

interface RequestQueueParts {
  log: Logger;
  metrics: Metrics;
  now: () => number;
  random: () => number;
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
  /** What follows once it is taken, and may call too: whoever asks the same meanwhile waits for it. */
  afterwards?: () => Promise<unknown>;
  /**
   * For an editor's change: calls even during a pause after failures, and does not reuse a call
   * already under way.
   */
  urgent?: boolean;
}

/**
 * Lets calls begin at a pace that stays below the limit in every second: as many as may run at once,
 * then one after another (token bucket). By the process's own clock.
 */
function createPace() {
  const perMs = (CALLS_PER_SECOND - CALLS_AT_ONCE) / 1000;
  let tokens = CALLS_AT_ONCE;
  let at = performance.now();
  const refill = () => {
    const now = performance.now();
    tokens = Math.min(CALLS_AT_ONCE, tokens + Math.max(0, now - at) * perMs);
    at = Math.max(at, now);
  };
  return {
    async turn(): Promise<void> {
      refill();
      tokens -= 1;
      if (tokens < 0) await sleep(-tokens / perMs);
    },
    /** Lets none begin for so long. */
    pause(milliseconds: number): void {
      refill();
      tokens = Math.min(tokens, -milliseconds * perMs);
    },
  };
}

/**
 * The one place where calls to the content service are made: a limited number at once and in a
 * second, never two alike, none during the pause after a failure. Every outcome is counted and
 * logged.
 */
export function createRequestQueue(parts: RequestQueueParts) {
  const { log, metrics, now, random, onFailure } = parts;
  const backoff = createBackoff(random);
  const underWay = new Map<string, Promise<boolean>>();
  const waiting: (() => void)[] = [];
  const pace = createPace();
  let free = CALLS_AT_ONCE;
  let answered = 0;

  const forbidden = () => backoff.forbidsCalls(now());
  const retryAfterSeconds = () => Math.max(1, Math.ceil(backoff.pauseMs(now()) / 1000));

  /** Waits for its turn. Never rejects. @returns false when there was no usable answer */
  function make<T>(request: ContentRequest<T>): Promise<boolean> {
    const key = `${request.call} ${request.about ?? ''}`;
    const running = underWay.get(key);
    if (running)
      return request.urgent ? running.then(() => make({ ...request, urgent: false })) : running;
    if (forbidden() && !request.urgent) return Promise.resolve(false);
    const made = inTurn(() => call(request))
      .then(async (isAnswered) => {
        if (isAnswered) await request.afterwards?.();
        return isAnswered;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, made);
    return made;
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  async function call<T>({ call, ask, take, urgent }: ContentRequest<T>): Promise<boolean> {
    if (forbidden() && !urgent) return false; // the outage began while this waited for its turn
    try {
      const answer = await paced(call, ask);
      answered += 1;
      metrics.contentCalls.inc({ call, outcome: 'ok' });
      if (backoff.succeeded()) log.info('the content service answers again');
      take(answer);
      return true;
    } catch (error) {
      failed(call, error);
      return false;
    }
  }

  /** Waits out the service's own limit, which is no failure: it says when to go on. */
  async function paced<T>(call: string, ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      await pace.turn();
      try {
        return await ask();
      } catch (error) {
        const limited = error instanceof ContentUnavailable && error.kind === 'rate_limited';
        const seconds = limited ? error.details.retryAfterSeconds : undefined;
        if (seconds === undefined || seconds > WAITED_OUT_S || tries === TRIES) throw error;
        metrics.contentCalls.inc({ call, outcome: 'rate_limited' });
        pace.pause(Math.max(1, seconds) * 1000);
      }
    }
  }

  function failed(call: string, error: unknown): void {
    const isUnavailable = error instanceof ContentUnavailable;
    if (!isUnavailable)
      log.error({ err: error }, 'an answer of the content service could not be taken in');
    const failure = isUnavailable ? error : new ContentUnavailable('malformed');
    const { kind } = failure;
    metrics.contentCalls.inc({ call, outcome: kind });
    backoff.failed(failure, now());
    const details = { call, kind, ...failure.details, retryAfterSeconds: retryAfterSeconds() };
    if (kind === 'unauthorised')
      log.error(
        details,
        'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
      );
    else if (kind === 'setup')
      log.error(
        details,
        'the content service does not know what it is asked for: check the space, the environment, the content type and its fields',
      );
    else log.warn(details, 'the content service gave no usable answer');
    onFailure(backoff.pauseMs(now()));
  }

  return {
    make,
    underWay: (call: string, about: string | number = '') => underWay.get(`${call} ${about}`),
    /** True during the pause after a failure. */
    forbidden,
    hanging: backoff.hanging,
    /** Usable answers so far. */
    answered: (): number => answered,
    /** When asking again makes sense; whole seconds, at least 1. */
    retryAfterSeconds,
  };
}
