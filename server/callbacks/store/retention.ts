import type { Logger } from 'pino';
import { monotonicMs } from '../../database/engine.ts';
import { logErrors } from '../../ops/async.ts';
import { DAY_MS } from '../../ops/durations.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { CallbackStore } from './callback-store.ts';

const PURGE_INTERVAL_MS = 60 * 60 * 1000;
/** The delay before the next attempt after a store error. */
const RETRY_MS = 5_000;
/** The longest plausible time since the last use: beyond it the clock is more likely wrong. */
const MAX_CLOCK_JUMP_MS = 30 * DAY_MS;
/**
 * The time in which nothing is erased while the clock may be wrong, so that somebody can correct
 * it.
 */
const PURGE_HOLD_MS = DAY_MS;

/**
 * Erases requests past their retention, at the start and then hourly, and logs how many. Waits for
 * a day when the clock is more than 30 days ahead of the last use of the store, because a wrong
 * clock would erase everything.
 */
export function startRetention(deps: {
  store: CallbackStore;
  days: number;
  log: Logger;
  metrics: Pick<Metrics, 'purgeWaits'>;
}) {
  const { store, days, log, metrics } = deps;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /**
   * The monotonic time at which the clock was first seen too far ahead; null while it is plausible.
   */
  let clockSuspectSince: number | null = null;

  const purge = async () => {
    const now = Date.now();
    const lastUsed = await store.lastUsed();
    const isAhead = lastUsed !== null && now - lastUsed.getTime() > MAX_CLOCK_JUMP_MS;
    clockSuspectSince = isAhead ? (clockSuspectSince ?? monotonicMs()) : null;
    const isOnHold =
      days > 0 && clockSuspectSince !== null && monotonicMs() - clockSuspectSince < PURGE_HOLD_MS;
    metrics.purgeWaits.set(Number(isOnHold));
    if (isOnHold) {
      log.warn(
        { lastUsed, clock: new Date(now) },
        'the clock is more than 30 days ahead of the last use of the callback store: no requests will be deleted for a day, in case the clock is wrong',
      );
      return 0;
    }
    await store.noteUse(new Date(now));
    return days > 0 ? store.purge(new Date(now - days * DAY_MS)) : 0;
  };
  const run = logErrors(async () => {
    const erased = await purge().catch(() => null); // the store logs and counts its own failures
    if (stopped) return;
    if (erased)
      log.info({ erased, days }, 'callback requests past their retention period were deleted');
    timer = setTimeout(run, erased === null ? RETRY_MS : PURGE_INTERVAL_MS).unref();
  });
  void run();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
