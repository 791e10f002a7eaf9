import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import type { Deliver } from '../channels/channel.ts';
import { PHP_CHANNEL } from '../channels/configured.ts';
import type { CallbackStore, Channel, NewCallback } from '../store.ts';
import { showCounts, startCounting } from './outbox-metrics.ts';
import { PACE, type Pace } from './outbox-schedule.ts';
import { startWorker } from './outbox-worker.ts';

/** How old the metrics of what waits may get, in looks for what is due. */
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

/** Tells people of what is in the store, in the background. */
export interface Outbox {
  /** Channels that hear of every request: all but the PHP backend, which answers visitors itself. */
  told: readonly Channel[];
  /**
   * Keeps a request and what is to be told of it, both or none; then tells it.
   * @param traceparent of the visitor's request, for whoever is told by this process
   */
  keep(
    callback: NewCallback,
    channels: readonly Channel[],
    traceparent?: string,
  ): ReturnType<CallbackStore['add']>;
  /** Something was put in: looks for it now. */
  wake(): void;
  /** Claims nothing more; what runs finishes within the grace, or is given back. */
  stop(): Promise<void>;
}

/**
 * Starts the outbox. Each channel works by itself and on several requests at once, so that neither
 * a silent receiver nor a request that is always refused keeps another waiting. A delivery is made
 * at least once: receivers know a repetition by its id.
 */
export function startOutbox({ store, channels, log, metrics, pace = PACE }: Parts): Outbox {
  const workers = new Map<Channel, ReturnType<typeof startWorker>>();
  const traces = new Map<string, string>();
  const traceOf = (id: string) => traces.get(id);
  const start = (channel: Channel, deliver: Deliver) => {
    startCounting(channel, metrics);
    workers.set(channel, startWorker({ channel, deliver, store, log, metrics, pace, traceOf }));
  };
  for (const [channel, deliver] of channels) start(channel, deliver);

  const report = async () => {
    const counts = await store.counts().catch(() => null); // the store says itself what it lacks
    if (!counts) return;
    showCounts(counts, workers.keys(), metrics);
    // A channel was taken out of the configuration while requests waited for it.
    for (const [channel, { waiting }] of Object.entries(counts.channels))
      if (waiting > 0 && !workers.has(channel))
        start(channel, async () => ({ retry: 'not configured' }));
  };
  const reporting = setInterval(report, pace.poll * LOOKS_BETWEEN_REPORTS).unref();
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
      const kept = await store.add({ ...callback, id }, to);
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
