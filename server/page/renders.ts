import type { Metrics } from '../ops/metrics.ts';

/** Renders that may wait for their turn: about half a second of them. */
const WAITING_LIMIT = 256;

/** Too many pages were asked for at once; those that are kept are answered all the same. */
export class TooBusy extends Error {
  override name = 'TooBusy';
  readonly status = 503;
  readonly retryAfterSeconds = 1;
}

/**
 * One render at a time, and a turn of the event loop after each: whoever can be answered without
 * one waits for one render at most. In the order of asking.
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
