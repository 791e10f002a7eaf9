import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import { withTimeout } from '../../ops/timers.ts';
import { type Attempt, type Deliver, tryOnce } from '../channels/channel.ts';
import { kindOf } from '../channels/channels.ts';
import type { Deliveries, DeliveryOutcome, DueDelivery } from '../store/deliveries.ts';
import type { Channel } from '../store/stored-callback.ts';

/** How many deliveries run at once in one channel. */
export const AT_ONCE = 8;

/** A delivery cut off by a stop is due at once for whoever claims it next. */
const BACK: DeliveryOutcome = { state: 'waiting', retryAt: new Date(0), reason: 'stopped' };

/** Works through the due deliveries of one channel, oldest first, several at once. */
export function startWorker(parts: {
  channel: Channel;
  deliver: Deliver;
  deliveries: Deliveries;
  log: Logger;
  metrics: Metrics;
  pace: Pace;
}) {
  const { channel, deliver, deliveries, log, metrics, pace } = parts;
  const kind = kindOf(channel);
  const stopping = new AbortController();
  /** Ends deliveries that go on for longer than a stop may take. */
  const cutting = new AbortController();
  const running = new Set<Promise<void>>();
  /** Requests that failed since the last success. */
  const failing = new Set<string>();
  /** Those that wait although others were delivered after them: it is not the receiver that is away. */
  const overtaken = new Set<string>();
  const finished = work();

  return { stop };

  /** Claims nothing more. Running deliveries finish within the grace period or are released. */
  async function stop(): Promise<void> {
    stopping.abort();
    await withTimeout(finished, pace.grace, () => cutting.abort());
    await finished;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const limit = AT_ONCE - running.size;
      const claimed = await claim(limit);
      for (const due of claimed) {
        const delivery = attempt(due).finally(() => running.delete(delivery));
        running.add(delivery);
      }
      // A claim that comes back full may have left more that is due.
      if (claimed.length < limit) await untilNextLook();
      else if (running.size === AT_ONCE) await Promise.race(running);
    }
    await Promise.all(running);
  }

  async function claim(limit: number): Promise<DueDelivery[]> {
    if (limit === 0) return [];
    const claimed = deliveries.claimDue({ channel, now: new Date(), limit, leaseMs: pace.lease });
    return claimed.catch(() => []); // the store logs that it cannot be read
  }

  async function untilNextLook(): Promise<void> {
    await sleep(pace.poll, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  }

  async function attempt(due: DueDelivery): Promise<void> {
    const { id, attempts } = due;
    const result = await tryOnce(() => deliver(due, cutting.signal));
    const isCut = cutting.signal.aborted && result.kind !== 'delivered';
    const outcome = isCut ? BACK : judge(due, result, pace);
    try {
      await deliveries.settle(id, channel, outcome);
      if (outcome.state !== 'waiting') overtaken.delete(id);
      else if (!overtaken.has(id)) failing.add(id);
      if (outcome.state === 'delivered') await greetRecovery();
    } catch (error) {
      // It will be delivered again when the lease ends.
      log.error(
        { id, channel: kind, attempts, err: error },
        'the end of a delivery could not be stored',
      );
      return;
    }
    metrics.callbackDeliveries.inc({ channel: kind, outcome: outcome.state });
    const entry = { id, channel: kind, attempts, reason: outcome.reason };
    if (outcome.state === 'waiting') log.warn(entry, 'callback request not delivered yet');
    else if (outcome.state === 'failed') log.error(entry, 'callback request failed for good');
    else if (outcome.reason) log.info(entry, 'callback request needs no delivery');
    else log.info(entry, 'callback request delivered');
  }

  /**
   * After an outage, everything that waits is delivered at the next look and in order, without
   * waiting for each pause to end. A single failed request is not an outage, nor is one that still
   * fails when others are taken.
   */
  async function greetRecovery(): Promise<void> {
    const wasOutage = failing.size > 1;
    for (const id of failing) overtaken.add(id);
    failing.clear();
    if (wasOutage) await deliveries.retryNow(channel);
  }
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** When deliveries are attempted; everything in milliseconds. */
export const PACE = {
  /** Pauses after each failure in turn; the last repeats. Each varies at random by a fifth. */
  delays: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  /** A failure after this long is the last. */
  giveUpAfter: 24 * HOUR,
  /** How often a channel looks for deliveries that became due or were added by another process. */
  poll: SECOND,
  /** How long a claim lasts: longer than any channel takes. */
  lease: MINUTE,
  /** How long running deliveries may go on after a stop. */
  grace: 700,
};

export type Pace = typeof PACE;

export function judge(
  { attempts, since }: Pick<DueDelivery, 'attempts' | 'since'>,
  attempt: Attempt,
  { delays, giveUpAfter }: Pace = PACE,
  now = Date.now(),
): DeliveryOutcome {
  if (attempt.kind === 'delivered') return { state: 'delivered', reason: attempt.reason };
  const { reason } = attempt;
  if (attempt.kind === 'refused') return { state: 'failed', reason };
  // Time alone is not enough: the site may have been down for a day.
  if (now - Date.parse(since) >= giveUpAfter && attempts > delays.length)
    return { state: 'failed', reason };
  const delay = delays[Math.min(attempts, delays.length) - 1] as number;
  return { state: 'waiting', retryAt: new Date(now + delay * (0.9 + Math.random() / 5)), reason };
}
