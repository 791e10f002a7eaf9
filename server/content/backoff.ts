import type { ContentUnavailableError } from './content-error.ts';

const INITIAL_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;
/** The longest pause that the service can ask for. */
const MAX_RETRY_AFTER_MS = 600_000;

export type Backoff = ReturnType<typeof createBackoff>;

/**
 * Spares a failing service: after each failure calls pause, twice as long each time, with jitter so
 * that several servers do not return at once, or as long as the service says. Times in milliseconds of
 * a monotonic clock.
 */
export function createBackoff(random: () => number) {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  /** The end of the pause that the service asked for. */
  let requestedUntil = Number.NEGATIVE_INFINITY;
  let kind: ContentUnavailableError['kind'] | null = null;
  const remainingMs = (now: number): number => Math.max(0, retryAt - now);
  return {
    failed(failure: Pick<ContentUnavailableError, 'kind' | 'details'>, now: number): void {
      kind = failure.kind;
      const requestedMs = Math.min(
        MAX_RETRY_AFTER_MS,
        (failure.details.retryAfterSeconds ?? 0) * 1000,
      );
      requestedUntil = Math.max(requestedUntil, now + requestedMs);
      retryAt = Math.max(retryAt, requestedUntil);
      if (remainingMs(now) > 0) return; // calls that were under way together count as one failure
      const pause = Math.min(MAX_DELAY_MS, INITIAL_DELAY_MS * 2 ** failures);
      failures += 1;
      retryAt = now + pause * (0.5 + random() / 2);
    },
    /** @returns true when this ends an outage */
    succeeded(): boolean {
      const endsOutage = kind !== null;
      failures = 0;
      retryAt = Number.NEGATIVE_INFINITY;
      requestedUntil = Number.NEGATIVE_INFINITY;
      kind = null;
      return endsOutage;
    },
    /** Notes the end of a pause within a read, which goes on. */
    resumed(): void {
      kind = null;
      retryAt = Number.NEGATIVE_INFINITY;
    },
    pauseMs: remainingMs,
    /** Returns the part of the pause that the service asked for. */
    requestedPauseMs: (now: number): number => Math.max(0, requestedUntil - now),
    /** Returns the seconds until the next attempt makes sense, at least 1. */
    retryAfterSeconds: (now: number): number => Math.max(1, Math.ceil(remainingMs(now) / 1000)),
    isFailing: (): boolean => kind !== null,
    hanging: (): boolean => kind === 'timeout',
  };
}
