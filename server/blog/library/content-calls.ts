import type { Logger } from 'pino';
import type { Post } from '../../../shared/blog/post.ts';
import type { Metrics } from '../../ops/metrics.ts';
import { type BlogSource, ContentUnavailable, type PostPage } from '../source/source.ts';
import { CallBudget } from './call-budget.ts';
import { Outage } from './outage.ts';

/** A wait for a turn of this length or more (in calls) would outlast a visitor's patience. */
const QUEUE_LIMIT = 10;

interface CallParts {
  source: BlogSource;
  log: Logger;
  metrics: Metrics;
  now: () => number;
  random: () => number;
  /** Called after a failure with the milliseconds until the next call may be made. */
  onFailure: (pauseMs: number) => void;
}

/**
 * Calls to the content service: one at a time for each key, within the budget, none while a failing
 * service is to be spared, and each outcome counted and logged. A call never rejects: it gives
 * undefined when there was no usable answer.
 */
export class ContentCalls {
  readonly #parts: CallParts;
  readonly #budget: CallBudget;
  readonly #outage: Outage;
  readonly #flights = new Map<string, Promise<boolean>>();

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.#budget = new CallBudget(parts.now);
    this.#outage = new Outage(parts.random);
  }

  get forbidden(): boolean {
    return this.#outage.forbidsCalls(this.#parts.now());
  }

  get crowded(): boolean {
    return this.#budget.waiting >= QUEUE_LIMIT;
  }

  get hanging(): boolean {
    return this.#outage.kind === 'timeout';
  }

  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.#outage.pauseMs(this.#parts.now()) / 1000));
  }

  underWay(key: string): Promise<boolean> | undefined {
    return this.#flights.get(key);
  }

  /**
   * Waits for its turn. @returns false when there was no usable answer
   * @param urgent after an editor's change: asks even a service that is being spared, and does not
   * settle for a call that was under way
   */
  list(
    skip: number,
    limit: number,
    take: (page: PostPage) => void,
    urgent = false,
  ): Promise<boolean> {
    return this.#fly(
      `list ${skip}`,
      async () => {
        await this.#budget.turn();
        return this.#call('list', (source) => source.list(skip, limit), take, urgent);
      },
      urgent,
    );
  }

  /** Waits for its turn, like `list`. */
  post(slug: string, take: (post: Post | null) => void, urgent = false): Promise<boolean> {
    return this.#fly(
      `post ${slug}`,
      async () => {
        await this.#budget.turn();
        return this.#call('post', (source) => source.post(slug), take, urgent);
      },
      urgent,
    );
  }

  /** @returns null when it would have to wait for its turn */
  postNow(slug: string, take: (post: Post | null) => void): Promise<boolean> | null {
    if (!this.#budget.take()) return null;
    return this.#fly(`post ${slug}`, () =>
      this.#call('post', (source) => source.post(slug), take, false),
    );
  }

  stop(): void {
    this.#budget.stop();
  }

  #fly(key: string, work: () => Promise<boolean>, urgent = false): Promise<boolean> {
    const running = this.#flights.get(key);
    if (running) return urgent ? running.then(() => this.#fly(key, work)) : running;
    const flight = work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #call<T>(
    name: 'list' | 'post',
    ask: (source: BlogSource) => Promise<T>,
    take: (answer: T) => void,
    urgent: boolean,
  ): Promise<boolean> {
    const { source, metrics, log } = this.#parts;
    try {
      if (this.forbidden && !urgent) return false; // the outage began while this waited for its turn
      const answer = await ask(source);
      metrics.contentCalls.inc({ call: name, outcome: 'ok' });
      if (this.#outage.succeeded()) log.info('the content service answers again');
      take(answer);
      return true;
    } catch (error) {
      this.#noteFailure(name, error);
      return false;
    } finally {
      this.#budget.done();
    }
  }

  #noteFailure(call: string, error: unknown): void {
    const { log, metrics, now, onFailure } = this.#parts;
    if (!(error instanceof ContentUnavailable))
      log.error({ err: error }, 'an answer of the content service could not be taken in');
    const kind = error instanceof ContentUnavailable ? error.kind : 'malformed';
    metrics.contentCalls.inc({ call, outcome: kind });
    this.#outage.failed(kind, now());
    const details = { call, kind, retryAfterSeconds: this.retryAfterSeconds };
    if (kind === 'unauthorised')
      log.error(
        details,
        'the content service refuses the access token: check CONTENTFUL_ACCESS_TOKEN and CONTENTFUL_SPACE_ID',
      );
    else log.warn(details, 'the content service gave no usable answer');
    onFailure(this.#outage.pauseMs(now()));
  }
}
