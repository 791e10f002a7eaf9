import type { Metrics } from '../../ops/metrics.ts';
import type { Channel, StoreCounts } from '../store.ts';

/** The name of a channel in logs and metrics: php, webhook or mail, without an address. */
export function kindOf(channel: Channel): string {
  return channel.split(':', 1)[0] as string;
}

/** Prometheus sees a rise only from a value that it has already scraped. */
export function startCounting(channel: Channel, metrics: Metrics): void {
  for (const outcome of ['delivered', 'waiting', 'set_aside'])
    metrics.callbackDeliveries.inc({ channel: kindOf(channel), outcome }, 0);
}

/**
 * Shows how many deliveries wait and were set aside, by kind of channel; `known` kinds are shown
 * even at zero. An age is never negative, whatever the clock does.
 */
export function showCounts(
  { channels, bytes }: StoreCounts,
  known: Iterable<Channel>,
  { callbacksWaiting, callbacksSetAside, callbackAge, storeBytes }: Metrics,
  now = Date.now(),
): void {
  storeBytes.set(bytes);
  const counts = Object.entries(channels);
  for (const gauge of [callbacksWaiting, callbacksSetAside, callbackAge]) gauge.reset();
  for (const channel of new Set([...known, ...Object.keys(channels)].map(kindOf))) {
    const own = counts.filter(([name]) => kindOf(name) === channel).map(([, count]) => count);
    const ages = own.map(({ oldestWaiting }) => now - Date.parse(oldestWaiting ?? '') || 0);
    callbacksWaiting.set({ channel }, sum(own.map(({ waiting }) => waiting)));
    callbacksSetAside.set({ channel }, sum(own.map(({ setAside }) => setAside)));
    callbackAge.set({ channel }, Math.max(0, ...ages) / 1000);
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
