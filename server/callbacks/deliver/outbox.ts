import type { Logger } from 'pino';
import { logErrors } from '../../ops/async.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { StoreCounts } from '../store/deliveries.ts';
import type { ChannelId, NewCallback } from '../store/stored-callback.ts';
import type { Deliver } from './channel.ts';
import { CONFIRMATION } from './confirmation.ts';
import { channelKind, unconfiguredResult } from './create-channels.ts';
import { OUTBOX_TIMINGS, type Pace, startWorker, type Worker } from './outbox-worker.ts';
import { PHP_CHANNEL } from './php.ts';

/** The number of polls between two updates of the metrics. */
const POLLS_PER_METRICS_UPDATE = 10;

/**
 * Starts the outbox. Each channel works independently and on several requests at once, so that
 * neither a silent receiver nor a request that is always refused delays another. Delivery is at
 * least once: receivers recognise repeats by the id.
 */
export function startOutbox(deps: {
  store: CallbackStore;
  channels: ReadonlyMap<ChannelId, Deliver>;
  log: Logger;
  metrics: Metrics;
  pace?: Pace;
}) {
  const { store, channels, log, metrics, pace = OUTBOX_TIMINGS } = deps;
  const workers = new Map<ChannelId, Worker>();
  for (const [channel, deliver] of channels) start(channel, deliver);
  const updateNow = logErrors(updateMetrics);
  void updateNow();
  const metricsTimer = setInterval(updateNow, pace.poll * POLLS_PER_METRICS_UPDATE).unref();

  return {
    /** The channels that get every request: all except PHP, which responds to visitors itself. */
    channels: [...channels.keys()].filter((channel) => channel !== PHP_CHANNEL),
    keep,
    stop,
  };

  function start(channel: ChannelId, deliver: Deliver): void {
    // Prometheus sees a rise only from a value that it has already scraped.
    for (const outcome of ['delivered', 'waiting', 'failed'])
      metrics.callbackDeliveries.inc({ channel: channelKind(channel), outcome }, 0);
    const worker = startWorker({
      channel,
      table: store.deliveries,
      deliver,
      subject: 'callback request',
      onSettled: (outcome) =>
        metrics.callbackDeliveries.inc({ channel: channelKind(channel), outcome }),
      log,
      pace,
    });
    workers.set(channel, worker);
  }

  async function updateMetrics(): Promise<void> {
    const read = Promise.all([store.deliveries.counts(), store.readDue()]);
    const [counts, due] = (await read.catch(() => null)) ?? []; // the store logs its own failures
    if (!counts) return;
    setDeliveryMetrics(counts, [...workers.keys()], metrics);
    const now = Date.now();
    const dueMs = now - (due?.since ?? now);
    metrics.callbackDueAge.set(Math.max(0, dueMs) / 1000);
    const waiting = Object.keys(counts.channels).filter((channel) => !workers.has(channel));
    for (const channel of waiting)
      if ((counts.channels[channel]?.waiting ?? 0) > 0)
        // The channel was removed from the configuration while requests waited for it.
        start(channel, async () => unconfiguredResult(channel));
  }

  /**
   * Stores a request and its deliveries, all or nothing, and wakes the workers of their channels.
   * Workers of other processes find what is left at their next poll.
   */
  async function keep(callback: NewCallback, to: readonly ChannelId[]) {
    // Bots fill in the addresses of others.
    const isFlagged = callback.flags.length > 0;
    const recipients = to.filter((channel) => !isFlagged || channel !== CONFIRMATION);
    const stored = await store.add(callback, recipients);
    for (const channel of recipients) workers.get(channel)?.wake();
    return stored;
  }

  async function stop(): Promise<void> {
    clearInterval(metricsTimer);
    await Promise.all([...workers.values()].map((worker) => worker.stop()));
  }
}

/**
 * Sets the gauges of waiting and failed deliveries, by kind of channel. Kinds of `known` are set
 * even at zero. An age is never negative, whatever the clock does.
 */
export function setDeliveryMetrics(
  { channels }: StoreCounts,
  configured: readonly ChannelId[],
  { callbacksWaiting, callbacksFailed, callbackAge }: Metrics,
  now = Date.now(),
): void {
  for (const gauge of [callbacksWaiting, callbacksFailed, callbackAge]) {
    gauge.reset();
    for (const name of configured) gauge.set({ channel: channelKind(name) }, 0);
  }
  const ages = new Map<string, number>();
  for (const [name, { waiting, failed, oldestWaiting }] of Object.entries(channels)) {
    const channel = channelKind(name);
    callbacksWaiting.inc({ channel }, waiting);
    callbacksFailed.inc({ channel }, failed);
    const age = now - Date.parse(oldestWaiting ?? '') || 0;
    ages.set(channel, Math.max(ages.get(channel) ?? 0, age));
  }
  for (const [channel, age] of ages) callbackAge.set({ channel }, age / 1000);
}
