import type { Metrics } from '../ops/metrics.ts';

/** How many renders may wait for their turn: about half a second's worth. */
const WAITING_LIMIT = 256;

/** Too many renders were asked for at once. Cached pages are still answered. */
export class TooBusy extends Error {
  override name = 'TooBusy';
  readonly status = 503;
  readonly retryAfterSeconds = 1;
}

/**
 * One render at a time, in the order of asking, with a turn of the event loop after each: a request
 * that needs no render waits for one at most.
 */
export class Renders {
  readonly #waiting: (() => void)[] = [];
  readonly #metrics: Pick<Metrics, 'renders'>;
  #busy = false;

  constructor(metrics: Pick<Metrics, 'renders'>) {
    this.#metrics = metrics;
  }

  /** @throws {TooBusy} when too many wait already */
  async run<Result>(render: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= WAITING_LIMIT) {
      this.#metrics.renders.inc({ outcome: 'refused' });
      throw new TooBusy();
    }
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
    this.#metrics.renders.inc({ outcome: 'started' });
    try {
      return await render();
    } finally {
      setImmediate(() => {
        this.#busy = false;
        this.#waiting.shift()?.();
      });
    }
  }
}
