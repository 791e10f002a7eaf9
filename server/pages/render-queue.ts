import { TooBusy } from '../http/errors.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded } from '../ops/timers.ts';

/** How many renders may wait before others have no room: about half a second's worth. */
const WAITING_LIMIT = 256;

/**
 * One render at a time, in the order of asking, with a turn of the event loop after each: a request
 * that needs no render waits for one at most.
 */
export function createRenderQueue({ renders }: Pick<Metrics, 'renders'>) {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const letNext = () => {
    isBusy = false;
    waiting.shift()?.();
  };

  /**
   * @param place `if there is room` for a page that is rendered anew for each visitor: those that
   * are rendered once, however many ask, are few enough to wait their turn
   * @throws {TooBusy} when there is no room
   */
  return async function inTurn<Result>(
    render: () => Promise<Result>,
    place: 'first' | 'last' | 'if there is room',
  ): Promise<Result> {
    if (place === 'if there is room' && waiting.length >= WAITING_LIMIT) {
      renders.inc({ outcome: 'refused' });
      throw new TooBusy();
    }
    if (isBusy)
      await new Promise<void>((resolve) => {
        if (place === 'first') waiting.unshift(resolve);
        else waiting.push(resolve);
      });
    isBusy = true;
    renders.inc({ outcome: 'started' });
    try {
      return await render();
    } finally {
      setImmediate(guarded(letNext));
    }
  };
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;
