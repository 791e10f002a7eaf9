import type { Logger } from 'pino';
import type { CallbackStore } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const INTERVAL_MS = 60 * 60 * 1000;
/** After a store that could not be read or written. */
const RETRY_MS = 10_000;

/**
 * Erases requests that are older than so many days, at the start and then hourly, and logs how many.
 * @param days 0 keeps all
 */
export function startRetention({
  store,
  days,
  log,
}: {
  store: CallbackStore;
  days: number;
  log: Logger;
}): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const purge = async () => {
    const erased = await store.purge(new Date(Date.now() - days * DAY_MS)).catch(() => null);
    if (stopped) return;
    if (erased) log.info({ erased, days }, 'callback requests past their retention were erased');
    timer = setTimeout(purge, erased === null ? RETRY_MS : INTERVAL_MS).unref();
  };
  if (days > 0) void purge();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
