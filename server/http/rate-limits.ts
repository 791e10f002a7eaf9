import type { Logger } from 'pino';
import { anonymizeAddress, networkPrefix } from './client-address.ts';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/** Highest number of remembered clients, however many addresses an attacker has. */
const MAX_KEYS = 50_000;

/**
 * Creates a limiter that allows each key `limit` requests in a window of ten minutes, which begins
 * with the first. Each process counts for itself. The clock is monotonic, so that a wall clock set
 * back makes nobody wait longer.
 */
function createFixedWindowLimiter(limit: number) {
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
        if (endsAt > now && windows.size < MAX_KEYS) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
    },
  };
}

/** Multiplier of the client limit for an IPv6 /48, which one customer may own (RFC 6177). */
const IPV6_SITE_FACTOR = 20;

/**
 * Creates a limiter for clients: an IPv4 address, or an IPv6 /64, which a household has (RFC 6177).
 * The clients of a /48 together have 20 times the limit of one.
 */
export function createClientLimiter(limit: number) {
  const clients = createFixedWindowLimiter(limit);
  const sites = createFixedWindowLimiter(limit * IPV6_SITE_FACTOR);
  return {
    /** Returns the seconds until this client may send again; 0 while it may. */
    secondsFull: (address: string): number =>
      Math.max(
        clients.secondsFull(networkPrefix(address, 64)),
        sites.secondsFull(networkPrefix(address, 48)),
      ),

    count(address: string): void {
      clients.count(networkPrefix(address, 64));
      sites.count(networkPrefix(address, 48));
    },
  };
}

/** Multipliers of the limit of one client. */
const ALL_FACTOR = 400;
const REFUSAL_FACTOR = 20;

/** A rejected form: the reason (a metric label) and the seconds until the next attempt. */
interface RateLimited {
  outcome: 'rate_limited' | 'at_capacity';
  seconds: number;
}

/**
 * Creates a limiter for forms, or for searches. A client may send `limit` valid ones, so that
 * correcting a mistyped form locks nobody out. Invalid forms have a wider limit, and so have all
 * clients together.
 */
export function createRateLimiter(limit: number) {
  const validForms = createClientLimiter(limit);
  const refused = createClientLimiter(limit * REFUSAL_FACTOR);
  const allClients = createFixedWindowLimiter(limit * ALL_FACTOR);
  return {
    /**
     * Counts a form unless a limit is used up.
     * @param failedValidation whether the form failed validation
     * @returns null when the form is accepted
     */
    take(address: string, failedValidation = false): RateLimited | null {
      const seconds = Math.max(
        refused.secondsFull(address),
        failedValidation ? 0 : validForms.secondsFull(address),
      );
      if (seconds > 0) return { outcome: 'rate_limited', seconds };
      if (failedValidation) {
        refused.count(address);
        return null;
      }
      const all = allClients.secondsFull('');
      if (all > 0) return { outcome: 'at_capacity', seconds: all };
      validForms.count(address);
      allClients.count('');
      return null;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

const MAX_WRONG_GUESSES = 20;

export type GuessLimiter = ReturnType<typeof createGuessLimiter>;

/**
 * Creates a limiter of wrong guesses at a secret. A client with 20 in ten minutes may guess no
 * more, and is logged once.
 * @param what the thing that the secret opens, for the log
 */
export function createGuessLimiter(what: string, log: Pick<Logger, 'warn'>) {
  const clients = createClientLimiter(MAX_WRONG_GUESSES);
  return {
    secondsFull: clients.secondsFull,
    count(address: string): void {
      clients.count(address);
      if (clients.secondsFull(address) > 0)
        log.warn(
          { what, client: anonymizeAddress(address) },
          'too many wrong guesses at a secret: this client is blocked for 10 minutes',
        );
    },
  };
}
