import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import { guarded } from '../../ops/timers.ts';
import type { Deliver } from '../channels/channel.ts';
import { kindOf, unconfigured } from '../channels/channels.ts';
import { CONFIRMATION } from '../channels/confirmation.ts';
import { PHP_CHANNEL } from '../channels/php.ts';
import type { CallbackStore, Channel, NewCallback, StoreCounts } from '../store.ts';
import { PACE, type Pace, startWorker } from './outbox-worker.ts';

/** The metrics are refreshed once in so many polls. */
const LOOKS_BETWEEN_REPORTS = 10;

/** A trace is of use for as long as others still have it: those of the newest requests. */
const TRACES = 1000;

interface Parts {
  store: CallbackStore;
  channels: ReadonlyMap<Channel, Deliver>;
  log: Logger;
  metrics: Metrics;
  pace?: Pace;
}

/** Delivers stored requests in the background. */
export interface Outbox {
  /**
   * Channels that are told of every request: all except the PHP backend, which answers visitors
   * itself.
   */
  told: readonly Channel[];
  /**
   * Stores a request and its deliveries, all or nothing, then starts delivering.
   * @param traceparent of the visitor's request, for whoever is told by this process
   */
  keep(
    callback: NewCallback,
    channels: readonly Channel[],
    traceparent?: string,
  ): ReturnType<CallbackStore['add']>;
  /** Looks at once for new deliveries. */
  wake(): void;
  /** Claims nothing more. Running deliveries finish within the grace period or are released. */
  stop(): Promise<void>;
}

/**
 * Starts the outbox. Each channel works independently and on several requests at once, so that
 * neither a silent receiver nor a request that is always refused delays another. Delivery is at
 * least once: receivers recognise repeats by the id.
 */
export function startOutbox({ store, channels, log, metrics, pace = PACE }: Parts): Outbox {
  const workers = new Map<Channel, ReturnType<typeof startWorker>>();
  const traces = new Map<string, string>();
  const traceOf = (id: string) => traces.get(id);
  const { deliveries } = store;
  const start = (channel: Channel, deliver: Deliver) => {
    startCounting(channel, metrics);
    workers.set(
      channel,
      startWorker({ channel, deliver, deliveries, log, metrics, pace, traceOf }),
    );
  };
  for (const [channel, deliver] of channels) start(channel, deliver);

  const report = async () => {
    const counts = await store.counts().catch(() => null); // the store logs its own failures
    if (!counts) return;
    showCounts(counts, workers.keys(), metrics);
    // The channel was removed from the configuration while requests waited for it.
    for (const [channel, { waiting }] of Object.entries(counts.channels))
      if (waiting > 0 && !workers.has(channel)) start(channel, async () => unconfigured(channel));
  };
  const reporting = setInterval(guarded(report), pace.poll * LOOKS_BETWEEN_REPORTS).unref();
  void report();

  const wake = () => {
    for (const worker of workers.values()) worker.wake();
  };
  return {
    told: [...channels.keys()].filter((channel) => channel !== PHP_CHANNEL),
    async keep(callback, to, traceparent) {
      const { id = randomUUID() } = callback;
      if (traceparent) traces.set(id, traceparent);
      for (const [oldest] of traces) if (traces.size > TRACES) traces.delete(oldest);
      // Robots fill in the addresses of others.
      const isFlagged = callback.flags.length > 0;
      const told = to.filter((channel) => !isFlagged || channel !== CONFIRMATION);
      const kept = await store.add({ ...callback, id }, told);
      wake();
      return kept;
    },
    wake,
    async stop() {
      clearInterval(reporting);
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}

/** Prometheus sees a rise only from a value that it has already scraped. */
function startCounting(channel: Channel, metrics: Metrics): void {
  for (const outcome of ['delivered', 'waiting', 'failed'])
    metrics.callbackDeliveries.inc({ channel: kindOf(channel), outcome }, 0);
}

/**
 * Shows how many deliveries wait and have failed, by kind of channel; `known` kinds are shown
 * even at zero. An age is never negative, whatever the clock does.
 */
export function showCounts(
  { channels, bytes }: StoreCounts,
  known: Iterable<Channel>,
  { callbacksWaiting, callbacksFailed, callbackAge, storeBytes }: Metrics,
  now = Date.now(),
): void {
  storeBytes.set(bytes);
  const counts = Object.entries(channels);
  for (const gauge of [callbacksWaiting, callbacksFailed, callbackAge]) gauge.reset();
  for (const channel of new Set([...known, ...Object.keys(channels)].map(kindOf))) {
    const own = counts.filter(([name]) => kindOf(name) === channel).map(([, count]) => count);
    const ages = own.map(({ oldestWaiting }) => now - Date.parse(oldestWaiting ?? '') || 0);
    callbacksWaiting.set({ channel }, sum(own.map(({ waiting }) => waiting)));
    callbacksFailed.set({ channel }, sum(own.map(({ failed }) => failed)));
    callbackAge.set({ channel }, Math.max(0, ...ages) / 1000);
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
