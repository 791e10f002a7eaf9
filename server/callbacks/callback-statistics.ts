import type { CallbackProofFacts } from '../../shared/callback/proof-facts.ts';
import type { Company } from '../../shared/site/company.ts';
import { MINUTE_MS } from '../ops/durations.ts';
import { callbackDeadline } from './callback-promise.ts';
import { openMsBetween } from './opening-times.ts';
import type { CallbackTimes } from './store/desk-queries.ts';

/** Fewer requests of a month say nothing about the next. */
const MIN_REQUESTS = 30;

/**
 * Describes to visitors how soon the callers of a month were called back: the median of the waits.
 * A request that nobody has called counts as one that waited longer than any other.
 * @returns undefined when it cannot be said
 */
export function describeMonth(
  callbacks: readonly CallbackTimes[],
  month: string,
  { officeHours }: Company,
): CallbackProofFacts | undefined {
  if (callbacks.length < MIN_REQUESTS) return undefined;
  const waits = callbacks.map(({ receivedAt, calledAt }) => {
    if (calledAt === null) return Number.POSITIVE_INFINITY;
    return officeHours
      ? openMsBetween({ officeHours }, receivedAt, calledAt)
      : calledAt - receivedAt;
  });
  const wait = median(waits);
  if (wait === null || !Number.isFinite(wait)) return undefined;
  return {
    minutes: Math.max(1, Math.ceil(wait / MINUTE_MS)),
    requests: callbacks.length,
    month,
    inOfficeHours: officeHours !== undefined,
  };
}

/** The course of some requests, added up for staff. */
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

export function summarize(
  callbacks: readonly CallbackTimes[],
  { callbackWithin, ...company }: Company,
): CallbackSummary {
  const waits = callbacks.flatMap(({ receivedAt, calledAt }) =>
    calledAt === null ? [] : [calledAt - receivedAt],
  );
  const inTime = callbacks.flatMap(({ receivedAt, calledAt }) => {
    if (!callbackWithin) return [];
    const deadline = callbackDeadline({ callbackWithin, ...company }, receivedAt);
    if (calledAt !== null) return [calledAt <= deadline];
    return deadline < Date.now() ? [false] : [];
  });
  return {
    requests: callbacks.length,
    called: waits.length,
    medianMs: median(waits),
    inTime: inTime.length === 0 ? null : inTime.filter(Boolean).length / inTime.length,
    open: callbacks.filter(({ isOpen }) => isOpen).length,
  };
}

/** Returns the median; null for no values. */
function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low as number) + (high as number)) / 2;
}
