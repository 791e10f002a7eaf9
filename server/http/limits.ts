import type { Logger } from 'pino';
import { networkOf, shortAddress } from './address.ts';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/** Highest number of remembered clients, however many addresses an attacker has. */
const KEY_LIMIT = 50_000;

/**
 * Creates a limiter that allows each key `limit` requests in a window of ten minutes, which begins
 * with the first. Each process counts for itself. The clock is monotonic, so that a wall clock set
 * back makes nobody wait longer.
 */
function createFixedWindows(limit: number) {
  /** Windows in the order in which they began. */
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    /** Returns the seconds until the window ends if its limit is used up; otherwise 0. */
    secondsFull(key: string): number {
      const window = windows.get(key);
      if (!window || window.count < limit) return 0;
      return Math.max(0, Math.ceil((window.endsAt - performance.now()) / 1000));
    },

    count(key: string): void {
      const now = performance.now();
      const window = windows.get(key);
      if (window && window.endsAt > now) {
        window.count++;
        return;
      }
      windows.delete(key);
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > now && windows.size < KEY_LIMIT) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
    },
  };
}

/** Multiplier of the client limit for an IPv6 /48, which one customer may own (RFC 6177). */
const SITE_FACTOR = 20;

/**
 * Creates a limiter for clients: an IPv4 address, or an IPv6 /64, which a household has (RFC 6177).
 * The clients of a /48 together have 20 times the limit of one.
 */
export function createClientLimit(limit: number) {
  const clients = createFixedWindows(limit);
  const sites = createFixedWindows(limit * SITE_FACTOR);
  return {
    /** Returns the seconds until this client may send again; 0 while it may. */
    secondsFull: (address: string): number =>
      Math.max(
        clients.secondsFull(networkOf(address, 64)),
        sites.secondsFull(networkOf(address, 48)),
      ),

    count(address: string): void {
      clients.count(networkOf(address, 64));
      sites.count(networkOf(address, 48));
    },
  };
}

/** Multipliers of the limit of one client. */
const ALL_FACTOR = 400;
const REFUSAL_FACTOR = 20;

/** A rejected form: the reason (a metric label) and the seconds until the next attempt. */
interface Wait {
  outcome: 'rate_limited' | 'at_capacity';
  seconds: number;
}

/**
 * Creates a limiter for forms, or for searches. A client may send `limit` valid ones, so that
 * correcting a mistyped form locks nobody out. Invalid forms have a wider limit, and so have all
 * clients together.
 */
export function createRateLimit(limit: number) {
  const passed = createClientLimit(limit);
  const refused = createClientLimit(limit * REFUSAL_FACTOR);
  const everybody = createFixedWindows(limit * ALL_FACTOR);
  return {
    /**
     * Counts a form unless a limit is used up.
     * @param isRefused whether the form failed validation
     * @returns null when the form is accepted
     */
    take(address: string, isRefused = false): Wait | null {
      const seconds = Math.max(
        refused.secondsFull(address),
        isRefused ? 0 : passed.secondsFull(address),
      );
      if (seconds > 0) return { outcome: 'rate_limited', seconds };
      if (isRefused) {
        refused.count(address);
        return null;
      }
      const all = everybody.secondsFull('');
      if (all > 0) return { outcome: 'at_capacity', seconds: all };
      passed.count(address);
      everybody.count('');
      return null;
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

const WRONG_GUESSES = 20;

export type WrongGuesses = ReturnType<typeof countWrongGuesses>;

/**
 * Creates a limiter of wrong guesses at a secret. A client with 20 in ten minutes may guess no
 * more, and is logged once.
 * @param what the thing that the secret opens, for the log
 */
export function countWrongGuesses(what: string, log: Pick<Logger, 'warn'>) {
  const { secondsFull, count } = createClientLimit(WRONG_GUESSES);
  return {
    secondsFull,
    count(address: string): void {
      count(address);
      if (secondsFull(address) > 0)
        log.warn(
          { what, client: shortAddress(address) },
          'too many wrong guesses at a secret: this client is blocked for 10 minutes',
        );
    },
  };
}
