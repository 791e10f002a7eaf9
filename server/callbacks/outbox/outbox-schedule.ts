import type { Attempt } from '../channels/channel.ts';
import type { DeliveryOutcome, DueDelivery } from '../store.ts';

/** When deliveries are made; everything in milliseconds. */
export interface Pace {
  /** After each failure in turn; the last repeats. Each is drawn from a fifth around it. */
  delays: readonly number[];
  /** From then on a failure is the last. */
  giveUpAfter: number;
  /** How often a channel looks for what became due, or was put in by another process. */
  poll: number;
  /** How long a claim is ours: longer than any channel takes. */
  lease: number;
  /** How long running deliveries may go on after a stop. */
  grace: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const PACE: Pace = {
  delays: [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  giveUpAfter: 24 * HOUR,
  poll: SECOND,
  lease: MINUTE,
  grace: 700,
};

/** What follows from an attempt. */
export function judge(
  { attempts, since }: Pick<DueDelivery, 'attempts' | 'since'>,
  attempt: Attempt,
  { delays, giveUpAfter }: Pace = PACE,
  now = Date.now(),
): DeliveryOutcome {
  if (attempt === 'delivered') return { state: 'delivered' };
  if ('refused' in attempt) return { state: 'set_aside', reason: attempt.refused };
  const reason = attempt.retry;
  // Time alone does not count: the site may have been down for a day.
  if (now - Date.parse(since) >= giveUpAfter && attempts > delays.length)
    return { state: 'set_aside', reason };
  const delay = delays[Math.min(attempts, delays.length) - 1] as number;
  return { state: 'waiting', retryAt: new Date(now + delay * (0.9 + Math.random() / 5)), reason };
}
