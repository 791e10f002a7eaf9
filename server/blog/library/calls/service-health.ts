import type { ContentUnavailable, FailureKind } from '../../source/source.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The longest pause: a service that asks for a longer one is tried after this. */
const LONGEST_WISH_MS = 600_000;

/**
 * Spares a failing service: after each failure calls pause, twice as long each time, with jitter so
 * that several servers do not return at once. If the service names a pause, that one counts. Times
 * in milliseconds of the library's clock.
 */
export class ServiceHealth {
  #failures = 0;
  #retryAt = Number.NEGATIVE_INFINITY;
  #kind: FailureKind | null = null;
  readonly #random: () => number;

  /** @param random a number from 0 up to 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  failed({ kind, details }: Pick<ContentUnavailable, 'kind' | 'details'>, now: number): void {
    this.#kind = kind;
    const wishedMs = Math.min(LONGEST_WISH_MS, (details.retryAfterSeconds ?? 0) * 1000);
    this.#retryAt = Math.max(this.#retryAt, now + wishedMs);
    if (this.forbidsCalls(now)) return; // calls that were under way together count as one failure
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retryAt = now + pause * (0.5 + this.#random() / 2);
  }

  /** @returns true when this ends an outage */
  succeeded(): boolean {
    const before = this.#kind !== null;
    this.#failures = 0;
    this.#retryAt = Number.NEGATIVE_INFINITY;
    this.#kind = null;
    return before;
  }

  forbidsCalls(now: number): boolean {
    return now < this.#retryAt;
  }

  /** How the last call failed; null when it did not. */
  get kind(): FailureKind | null {
    return this.#kind;
  }

  pauseMs(now: number): number {
    return Math.max(0, this.#retryAt - now);
  }
}
