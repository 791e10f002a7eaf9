import { TooBusy } from '../http/errors.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded } from '../ops/timers.ts';

/** How many renders may wait before others have no room: about half a second's worth. */
const WAITING_LIMIT = 256;

/**
 * One render at a time, in the order of asking, with a turn of the event loop after each: a request
 * that needs no render waits for one at most.
 */
export class RenderQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #metrics: Pick<Metrics, 'renders'>;
  #busy = false;

  constructor(metrics: Pick<Metrics, 'renders'>) {
    this.#metrics = metrics;
  }

  /**
   * @param place `if there is room` for a page that is rendered anew for each visitor: those that
   * are rendered once, however many ask, are few enough to wait their turn
   * @throws {TooBusy} when there is no room
   */
  async run<Result>(
    render: () => Promise<Result>,
    place: 'first' | 'last' | 'if there is room',
  ): Promise<Result> {
    if (place === 'if there is room' && this.#waiting.length >= WAITING_LIMIT) {
      this.#metrics.renders.inc({ outcome: 'refused' });
      throw new TooBusy();
    }
    if (this.#busy)
      await new Promise<void>((resolve) => {
        if (place === 'first') this.#waiting.unshift(resolve);
        else this.#waiting.push(resolve);
      });
    this.#busy = true;
    this.#metrics.renders.inc({ outcome: 'started' });
    try {
      return await render();
    } finally {
      setImmediate(
        guarded(() => {
          this.#busy = false;
          this.#waiting.shift()?.();
        }),
      );
    }
  }
}
