import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import { withTimeout } from '../../ops/timers.ts';
import type { Attempt, Deliver } from '../channels/channel.ts';
import { kindOf } from '../channels/channels.ts';
import type { Deliveries, DeliveryOutcome, DueDelivery } from '../store/deliveries.ts';
import type { Channel } from '../store/schema.ts';

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
  const bell = createBell();
  const cut = new AbortController();
  const running = new Set<Promise<void>>();
  /** Requests that failed since the last success. */
  const failing = new Set<string>();
  let stopped = false;
  const finished = work();
  return {
    wake: bell.ring,
    async stop() {
      stopped = true;
      bell.ring();
      await withTimeout(finished, pace.grace, () => cut.abort());
      await finished;
    },
  };

  async function work(): Promise<void> {
    while (!stopped) {
      for (const due of await claim()) {
        const delivery = tell(due).finally(() => {
          running.delete(delivery);
          bell.ring();
        });
        running.add(delivery);
      }
      if (!stopped) await bell.wait(pace.poll);
    }
    await Promise.all(running);
  }

  async function claim(): Promise<DueDelivery[]> {
    const limit = AT_ONCE - running.size;
    if (limit === 0) return [];
    const claimed = deliveries.claimDue({ channel, now: new Date(), limit, leaseMs: pace.lease });
    return claimed.catch(() => []); // the store logs that it cannot be read
  }

  async function tell(due: DueDelivery): Promise<void> {
    const { id, attempts } = due;
    const attempt = await deliver(due, cut.signal);
    const isCut = cut.signal.aborted && attempt.kind !== 'delivered';
    const outcome = isCut ? BACK : judge(due, attempt, pace);
    const entry = { id, channel: kind, attempts };
    try {
      await deliveries.settle(id, channel, outcome);
      if (outcome.state === 'delivered') await greetRecovery();
      else failing.add(id);
    } catch (error) {
      // It will be delivered again when the lease ends.
      log.error({ ...entry, err: error }, 'the end of a delivery could not be stored');
      return;
    }
    metrics.callbackDeliveries.inc({ channel: kind, outcome: outcome.state });
    const said = { ...entry, reason: outcome.reason };
    if (outcome.state === 'waiting') log.warn(said, 'callback request not delivered yet');
    else if (outcome.state === 'failed') log.error(said, 'callback request failed for good');
    else if (outcome.reason) log.info(said, 'callback request needs no delivery');
    else log.info(entry, 'callback request delivered');
  }

  /**
   * After an outage, everything that waits is delivered at once and in order, without waiting for
   * each pause to end. A single failed request is not an outage.
   */
  async function greetRecovery(): Promise<void> {
    const wasOutage = failing.size > 1;
    failing.clear();
    if (wasOutage) await deliveries.retryNow(channel);
  }
}

/** Wakes one waiter, or the next one when nobody waits. */
function createBell() {
  let bell = new AbortController();
  return {
    ring: () => bell.abort(),
    async wait(milliseconds: number) {
      await sleep(milliseconds, null, { ref: false, signal: bell.signal }).catch(() => {});
      bell = new AbortController();
    },
  };
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
