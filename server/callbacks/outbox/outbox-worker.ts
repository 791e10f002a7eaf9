import type { Logger } from 'pino';
import type { Metrics } from '../../ops/metrics.ts';
import type { Deliver } from '../channels/channel.ts';
import type { Channel, Deliveries, DeliveryOutcome, DueDelivery } from '../store.ts';
import { kindOf } from './outbox-metrics.ts';
import { judge, type Pace } from './outbox-schedule.ts';

/** How many deliveries run at once in one channel. */
export const AT_ONCE = 8;

/** A delivery cut off by a stop is due at once for whoever claims it next. */
const BACK: DeliveryOutcome = { state: 'waiting', retryAt: new Date(0), reason: 'stopped' };

/** Works through the due deliveries of one channel, oldest first, several at once. */
export function startWorker({
  channel,
  deliver,
  deliveries,
  log,
  metrics,
  pace,
  traceOf,
}: {
  channel: Channel;
  deliver: Deliver;
  deliveries: Deliveries;
  log: Logger;
  metrics: Metrics;
  pace: Pace;
  traceOf: (id: string) => string | undefined;
}) {
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
      const limit = setTimeout(() => cut.abort(), pace.grace);
      await finished;
      clearTimeout(limit);
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
    try {
      return await deliveries.claimDue({ channel, now: new Date(), limit, leaseMs: pace.lease });
    } catch {
      return []; // the store logs that it cannot be read
    }
  }

  async function tell(due: DueDelivery): Promise<void> {
    const { id, attempts } = due;
    const traceparent = traceOf(id);
    const attempt = await deliver({ ...due, traceparent }, cut.signal);
    const isCut = cut.signal.aborted && attempt !== 'delivered';
    const outcome = isCut ? BACK : judge(due, attempt, pace);
    const entry = { id, channel: kind, attempts, traceparent };
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
    if (outcome.state === 'delivered') log.info(entry, 'callback request delivered');
    else if (outcome.state === 'waiting')
      log.warn({ ...entry, reason: outcome.reason }, 'callback request not delivered yet');
    else log.error({ ...entry, reason: outcome.reason }, 'callback request set aside');
  }

  /**
   * After an outage, everything that waits is delivered at once and in order, without waiting for
   * each pause to end. A single failed request is not an outage.
   */
  async function greetRecovery(): Promise<void> {
    const wasOutage = failing.size > 1;
    failing.clear();
    if (wasOutage) await deliveries.hasten(channel);
  }
}

/** Wakes one waiter, or the next one when nobody waits. */
function createBell() {
  let { promise, resolve } = Promise.withResolvers<void>();
  return {
    ring: () => resolve(),
    async wait(milliseconds: number) {
      const timer = setTimeout(() => resolve(), milliseconds).unref();
      await promise;
      clearTimeout(timer);
      ({ promise, resolve } = Promise.withResolvers<void>());
    },
  };
}
