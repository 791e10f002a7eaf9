import type { Company } from '../../../shared/site/company.ts';
import { callbackDeadline } from '../callback-promise.ts';
import { median } from '../median.ts';
import type { CallbackTimes } from '../store/desk-queries.ts';

/** The course of some requests, added up. */
export interface CallbackSummary {
  requests: number;
  /** Those that have a saved outcome. */
  called: number;
  /** The median time to the first saved outcome in milliseconds; null when no one was called. */
  medianMs: number | null;
  /**
   * The share that was called in the promised time, from 0 to 1, among those whose time is up; null
   * without a promise or when there are none.
   */
  inTime: number | null;
  /** Those that still wait for a call, now or later. */
  open: number;
}

/** @param now milliseconds since 1970 */
export function summarize(
  callbacks: readonly CallbackTimes[],
  { callbackWithin, ...company }: Company,
  now = Date.now(),
): CallbackSummary {
  const waits = callbacks.flatMap(({ receivedAt, calledAt }) =>
    calledAt === null ? [] : [calledAt - receivedAt],
  );
  const inTime = callbacks.flatMap(({ receivedAt, calledAt }) => {
    if (!callbackWithin) return [];
    const deadline = callbackDeadline({ callbackWithin, ...company }, receivedAt);
    if (calledAt !== null) return [calledAt <= deadline];
    return deadline < now ? [false] : [];
  });
  return {
    requests: callbacks.length,
    called: waits.length,
    medianMs: median(waits),
    inTime: inTime.length === 0 ? null : inTime.filter(Boolean).length / inTime.length,
    open: callbacks.filter(({ isOpen }) => isOpen).length,
  };
}
