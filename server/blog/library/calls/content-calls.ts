import type { Logger } from 'pino';
import type { Metrics } from '../../../ops/metrics.ts';
import { type BlogSource, ContentUnavailable } from '../../source/source.ts';
import { ServiceHealth } from './service-health.ts';

/** The service takes 55 a second; the rest wait their turn. */
const CALLS_AT_ONCE = 12;

interface CallParts {
  source: BlogSource;
  log: Logger;
  metrics: Metrics;
  now: () => number;
  random: () => number;
  /** Called after a failure with the milliseconds until the next call may be made. */
  onFailure: (pauseMs: number) => void;
}

/** A call to the content service and what to do with its answer. */
interface Question<T> {
  call: 'catalogue' | 'list' | 'post';
  /** Identifies the call: the same one is made only once at a time. */
  about?: string | number;
  ask: (source: BlogSource) => Promise<T>;
  take: (answer: T) => void;
  /**
   * For an editor's change: calls even during a pause after failures, and does not reuse a call
   * already under way.
   */
  urgent?: boolean;
}

/**
 * Calls to the content service: a limited number at once, never two alike, none during the pause
 * after a failure. Every outcome is counted and logged.
 */
export class ContentCalls {
  readonly #parts: CallParts;
  readonly #health: ServiceHealth;
  readonly #flights = new Map<string, Promise<boolean>>();
  readonly #waiting: (() => void)[] = [];
  #free = CALLS_AT_ONCE;
  /** Usable answers so far. */
  answered = 0;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#health = new ServiceHealth(parts.random);
  }

  get forbidden(): boolean {
    return this.#health.forbidsCalls(this.#parts.now());
  }

  get hanging(): boolean {
    return this.#health.kind === 'timeout';
  }

  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.#health.pauseMs(this.#parts.now()) / 1000));
  }

  underWay(call: string, about: string | number = ''): Promise<boolean> | undefined {
    return this.#flights.get(`${call} ${about}`);
  }

  /** Waits for a free place. Never rejects. @returns false when there was no usable answer */
  make<T>(question: Question<T>): Promise<boolean> {
    const key = `${question.call} ${question.about ?? ''}`;
    const running = this.#flights.get(key);
    if (running)
      return question.urgent
        ? running.then(() => this.make({ ...question, urgent: false }))
        : running;
    if (this.forbidden && !question.urgent) return Promise.resolve(false);
    const flight = this.#inTurn(() => this.#call(question)).finally(() =>
      this.#flights.delete(key),
    );
    this.#flights.set(key, flight);
    return flight;
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #call<T>({ call, ask, take, urgent }: Question<T>): Promise<boolean> {
    if (this.forbidden && !urgent) return false; // the outage began while this waited for its turn
    const { source, metrics, log } = this.#parts;
    try {
      const answer = await ask(source);
      this.answered += 1;
      metrics.contentCalls.inc({ call, outcome: 'ok' });
      if (this.#health.succeeded()) log.info('the content service answers again');
      take(answer);
      return true;
    } catch (error) {
      this.#noteFailure(call, error);
      return false;
    }
  }

  #noteFailure(call: string, error: unknown): void {
    const { log, metrics, now, onFailure } = this.#parts;
    if (!(error instanceof ContentUnavailable))
      log.error({ err: error }, 'an answer of the content service could not be taken in');
    const failure =
      error instanceof ContentUnavailable ? error : new ContentUnavailable('malformed');
    const { kind } = failure;
    metrics.contentCalls.inc({ call, outcome: kind });
    this.#health.failed(failure, now());
    const details = {
      call,
      kind,
      ...failure.details,
      retryAfterSeconds: this.retryAfterSeconds,
    };
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
    onFailure(this.#health.pauseMs(now()));
  }
}
