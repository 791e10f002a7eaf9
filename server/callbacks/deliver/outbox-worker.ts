import type { Logger } from 'pino';
import { logErrors, withTimeout } from '../../ops/async.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../ops/durations.ts';
import type { Claimed, DeliveryOutcome, OutboxTable } from '../store/outbox-table.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import { type DeliveryResult, tryOnce } from './channel.ts';
import { channelKind } from './create-channels.ts';

/** The highest number of deliveries that run at once in one channel. */
export const MAX_CONCURRENT_DELIVERIES = 8;

/** The outcome of a delivery that a stop aborted: due at once, for any worker. */
const RELEASED: DeliveryOutcome = { state: 'waiting', retryAt: new Date(0), reason: 'stopped' };

export type Worker = ReturnType<typeof startWorker>;

/** Delivers what is due in one channel, oldest first and several at once. */
export function startWorker<Item extends { id: string }>(deps: {
  channel: ChannelId;
  table: OutboxTable<Item>;
  deliver: (due: Claimed<Item>, signal: AbortSignal) => Promise<DeliveryResult>;
  /** The word of the log for what is delivered. */
  subject: 'callback request' | 'notice';
  onSettled?: (state: DeliveryOutcome['state']) => void;
  log: Logger;
  pace: Pace;
}) {
  const { channel, table, deliver, subject, onSettled, log, pace } = deps;
  const kind = channelKind(channel);
  const stopping = new AbortController();
  /** Aborts deliveries that last longer than a stop may take. */
  const abortRunning = new AbortController();
  const running = new Set<Promise<void>>();
  /** The ids of items that failed since the last success. */
  const recentFailures = new Set<string>();
  /**
   * The ids of items that failed while others were delivered: the item is at fault, not the
   * receiver.
   */
  const persistentFailures = new Set<string>();
  /** Resolves when the worker is to look at the outbox before the next poll. */
  let woken = Promise.withResolvers<void>();
  const finished = work();

  return { stop, wake };

  /** Looks at the outbox at once, for a delivery that this process has just stored. */
  function wake(): void {
    woken.resolve();
  }

  /** Stops claiming. Running deliveries finish within the grace period or are released. */
  async function stop(): Promise<void> {
    stopping.abort();
    wake();
    await withTimeout(finished, pace.grace, () => abortRunning.abort());
    await finished;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const limit = MAX_CONCURRENT_DELIVERIES - running.size;
      const claimed = await claim(limit);
      for (const due of claimed) {
        const delivery = logErrors(() => deliverOne(due))().finally(() => running.delete(delivery));
        running.add(delivery);
      }
      // A claim that comes back full may have left more that is due.
      if (claimed.length < limit) await untilNextLook();
      else if (running.size === MAX_CONCURRENT_DELIVERIES) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async function claim(limit: number): Promise<Claimed<Item>[]> {
    if (limit === 0) return [];
    const claimed = table.claimDue({ channel, now: new Date(), limit, leaseMs: pace.lease });
    return claimed.catch(() => []); // the store logs that it cannot be read
  }

  async function untilNextLook(): Promise<void> {
    const timer = setTimeout(wake, pace.poll).unref();
    await woken.promise;
    clearTimeout(timer);
    // A delivery that is stored while the worker claims wakes it once more.
    woken = Promise.withResolvers();
  }

  async function deliverOne(due: Claimed<Item>): Promise<void> {
    const { id, attempts } = due;
    const result = await tryOnce(() => deliver(due, abortRunning.signal));
    const wasAborted = abortRunning.signal.aborted && result.kind !== 'delivered';
    const outcome = wasAborted ? RELEASED : toOutcome(due, result, pace);
    try {
      await table.settle(id, channel, outcome);
      if (outcome.state !== 'waiting') persistentFailures.delete(id);
      else if (!persistentFailures.has(id)) recentFailures.add(id);
      if (outcome.state === 'delivered') await retryAllAfterOutage();
    } catch (error) {
      // It will be delivered again when the lease ends.
      log.error(
        { id, channel: kind, attempts, err: error },
        `the result of a delivery could not be stored; the ${subject} will be delivered again`,
      );
      return;
    }
    onSettled?.(outcome.state);
    const entry = { id, channel: kind, attempts, reason: outcome.reason };
    if (outcome.state === 'waiting')
      log.warn(entry, `${subject} not delivered yet; it will be tried again`);
    else if (outcome.state === 'failed')
      log.error(entry, `${subject} failed for good: it will not be tried again`);
    else if (outcome.reason) log.info(entry, `${subject} needs no delivery`);
    else log.info(entry, `${subject} delivered`);
  }

  /**
   * Makes every waiting delivery due when the receiver works again, in order and without waiting
   * for each pause to end. A single failed item is not an outage, nor is one that still fails
   * when others are delivered.
   */
  async function retryAllAfterOutage(): Promise<void> {
    const wasOutage = recentFailures.size > 1;
    for (const id of recentFailures) persistentFailures.add(id);
    recentFailures.clear();
    if (wasOutage) await table.retryNow(channel);
  }
}

/** The timings of deliveries, in milliseconds. */
export const OUTBOX_TIMINGS = {
  /** The pauses after each failure in turn; the last repeats. Each varies at random by a fifth. */
  retryDelays: [5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  /** The time after which a failure is the last. */
  maxAge: 24 * HOUR_MS,
  /** The interval of polls for deliveries that became due or were added by another process. */
  poll: SECOND_MS,
  /** The duration of a claim, longer than any channel takes. */
  lease: MINUTE_MS,
  /** The time that running deliveries have after a stop. */
  grace: 700,
};

export type Pace = typeof OUTBOX_TIMINGS;

export function toOutcome(
  { attempts, since }: { attempts: number; since: string },
  result: DeliveryResult,
  { retryDelays, maxAge }: Pace = OUTBOX_TIMINGS,
  now = Date.now(),
): DeliveryOutcome {
  if (result.kind === 'delivered') return { state: 'delivered', reason: result.reason };
  const { reason } = result;
  if (result.kind === 'refused') return { state: 'failed', reason };
  // Time alone is not enough: the site may have been down for a day.
  if (now - Date.parse(since) >= maxAge && attempts > retryDelays.length)
    return { state: 'failed', reason };
  const delay = retryDelays[Math.min(attempts, retryDelays.length) - 1] as number;
  return { state: 'waiting', retryAt: new Date(now + delay * (0.9 + Math.random() / 5)), reason };
}
