import { guarded } from '../ops/timers.ts';

const CALLS_AT_ONCE = 12;

export interface Turn {
  /** Resolves when the call may be made. */
  begun: Promise<void>;
  begin(): void;
  /** Nobody waits for it. */
  inBackground: boolean;
}

/**
 * Lets calls begin, a limited number at once, and in every second fewer than the service takes: a few
 * together, then one after another (token bucket), since calls do not arrive as evenly as they leave.
 * What nobody waits for comes last. By the process's own clock.
 */
export function createPace(callsPerSecond: number) {
  const together = Math.min(CALLS_AT_ONCE, Math.ceil(callsPerSecond / 4));
  const perMs = Math.max(callsPerSecond * 0.9 - together, callsPerSecond / 2) / 1000;
  const waiting: Turn[] = [];
  let free = CALLS_AT_ONCE;
  let tokens = together;
  let at = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function refill(): void {
    const now = performance.now();
    tokens = Math.min(together, tokens + Math.max(0, now - at) * perMs);
    at = Math.max(at, now);
  }

  function next(): Turn | undefined {
    const first = waiting.findIndex(({ inBackground }) => !inBackground);
    return waiting.splice(Math.max(0, first), 1)[0];
  }

  function letBegin(): void {
    clearTimeout(timer);
    refill();
    while (free > 0 && tokens >= 1) {
      const begins = next();
      if (!begins) return;
      free -= 1;
      tokens -= 1;
      begins.begin();
    }
    if (free > 0 && waiting.length > 0)
      timer = setTimeout(guarded(letBegin), Math.ceil((1 - tokens) / perMs)).unref();
  }

  return {
    /** @param place `first` for a call that had its turn and was told to come again */
    turn(place: 'first' | 'last' | 'in background'): Turn {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const turn = { begun, begin, inBackground: place === 'in background' };
      if (place === 'first') waiting.unshift(turn);
      else waiting.push(turn);
      letBegin();
      return turn;
    },
    /** A turn is over. @param wasUsed whether the call was made */
    end(wasUsed: boolean): void {
      free += 1;
      if (!wasUsed) tokens += 1;
      letBegin();
    },
    /** Lets none begin for so many milliseconds. */
    pause(milliseconds: number): void {
      refill();
      tokens = Math.min(tokens, 1 - milliseconds * perMs);
    },
    /** Whether somebody waits for a turn. */
    isBusy: (): boolean => waiting.some(({ inBackground }) => !inBackground),
  };
}
