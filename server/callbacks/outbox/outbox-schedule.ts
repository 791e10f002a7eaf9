import type { Attempt } from '../channels/channel.ts';
import type { DeliveryOutcome, DueDelivery } from '../store.ts';

/** When deliveries are attempted; everything in milliseconds. */
export interface Pace {
  /** Pauses after each failure in turn; the last repeats. Each varies at random by a fifth. */
  delays: readonly number[];
  /** A failure after this long is the last. */
  giveUpAfter: number;
  /** How often a channel looks for deliveries that became due or were added by another process. */
  poll: number;
  /** How long a claim lasts: longer than any channel takes. */
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

/** Decides what happens after an attempt. */
export function judge(
  { attempts, since }: Pick<DueDelivery, 'attempts' | 'since'>,
  attempt: Attempt,
  { delays, giveUpAfter }: Pace = PACE,
  now = Date.now(),
): DeliveryOutcome {
  if (attempt === 'delivered') return { state: 'delivered' };
  if ('refused' in attempt) return { state: 'set_aside', reason: attempt.refused };
  const reason = attempt.retry;
  // Time alone is not enough: the site may have been down for a day.
  if (now - Date.parse(since) >= giveUpAfter && attempts > delays.length)
    return { state: 'set_aside', reason };
  const delay = delays[Math.min(attempts, delays.length) - 1] as number;
  return { state: 'waiting', retryAt: new Date(now + delay * (0.9 + Math.random() / 5)), reason };
}
