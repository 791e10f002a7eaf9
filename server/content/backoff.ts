import type { ContentUnavailable, FailureKind } from './contentful/source.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The longest pause that the service can ask for. */
const LONGEST_WISH_MS = 600_000;

/**
 * Spares a failing service: after each failure calls pause, twice as long each time, with jitter so
 * that several servers do not return at once, or as long as the service says. Times in milliseconds of
 * a monotonic clock.
 */
export function createBackoff(random: () => number) {
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;
  let kind: FailureKind | null = null;
  const pauseMs = (now: number): number => Math.max(0, retryAt - now);
  return {
    failed(failure: Pick<ContentUnavailable, 'kind' | 'details'>, now: number): void {
      kind = failure.kind;
      const wishedMs = Math.min(LONGEST_WISH_MS, (failure.details.retryAfterSeconds ?? 0) * 1000);
      retryAt = Math.max(retryAt, now + wishedMs);
      if (pauseMs(now) > 0) return; // calls that were under way together count as one failure
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      retryAt = now + pause * (0.5 + random() / 2);
    },
    /** @returns true when this ends an outage */
    succeeded(): boolean {
      const endsOutage = kind !== null;
      failures = 0;
      retryAt = Number.NEGATIVE_INFINITY;
      kind = null;
      return endsOutage;
    },
    pauseMs,
    isFailing: (): boolean => kind !== null,
    hanging: (): boolean => kind === 'timeout',
  };
}
