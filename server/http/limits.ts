import { hash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import { networkOf, shortAddress } from './address.ts';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/** Bounds the memory, however many addresses an attacker has. */
const KEY_LIMIT = 50_000;

/**
 * Counts by key, at most `limit` in a window that begins with the first. Each process counts for
 * itself. Uses a monotonic clock, so that a clock set back makes nobody wait longer.
 */
export function createFixedWindows(limit: number, capacity = KEY_LIMIT) {
  /** In the order in which they began. */
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    size: (): number => windows.size,

    /** Seconds until the window ends if its limit is used up; otherwise 0. */
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
        if (endsAt > now && windows.size < capacity) break;
        windows.delete(oldest);
      }
      windows.set(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
    },
  };
}

/** Limits for ten minutes, as multiples of what one client may send. */
const SITE_FACTOR = 20;
const ALL_FACTOR = 400;
const REFUSAL_FACTOR = 20;

/** Why a form is not taken now, as the metric's label, and for how many seconds. */
interface Wait {
  outcome: 'rate_limited' | 'at_capacity';
  seconds: number;
}

/**
 * Counts forms, or searches, in windows of ten minutes. A client may send `limit` that pass the
 * checks, so that correcting a mistyped one locks nobody out. A client is an IPv4 address or an IPv6
 * /64, which is what a household has (RFC 6177). A /48 and all clients together have wider limits,
 * and so have a client's forms that fail the checks.
 */
export function createRateLimit(limit: number) {
  const clients = createFixedWindows(limit);
  const networks = createFixedWindows(limit * SITE_FACTOR);
  const everybody = createFixedWindows(limit * ALL_FACTOR);
  const refusals = createFixedWindows(limit * REFUSAL_FACTOR);
  return {
    /**
     * Null when this form may go on; it has then been counted.
     * @param isRefused by the checks
     */
    take(address: string, isRefused = false): Wait | null {
      const client = networkOf(address, 64);
      const network = networkOf(address, 48);
      const refused = refusals.secondsFull(client);
      if (refused > 0) return { outcome: 'rate_limited', seconds: refused };
      if (isRefused) {
        refusals.count(client);
        return null;
      }
      const seconds = Math.max(clients.secondsFull(client), networks.secondsFull(network));
      if (seconds > 0) return { outcome: 'rate_limited', seconds };
      const all = everybody.secondsFull('');
      if (all > 0) return { outcome: 'at_capacity', seconds: all };
      clients.count(client);
      networks.count(network);
      everybody.count('');
      return null;
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

const WRONG_GUESSES = 20;

export type WrongGuesses = ReturnType<typeof countWrongGuesses>;

/**
 * Counts wrong guesses at a secret: in ten minutes 20 of a client and, as with forms, 20 times that
 * of a /48. Whoever has used them up may guess no more, and is logged once.
 * @param what the secret opens, for the log
 */
export function countWrongGuesses(what: string, log: Pick<Logger, 'warn'>) {
  const clients = createFixedWindows(WRONG_GUESSES);
  const networks = createFixedWindows(WRONG_GUESSES * SITE_FACTOR);

  /** Seconds for which the client at this address may guess no more; otherwise 0. */
  function secondsFull(address: string): number {
    return Math.max(
      clients.secondsFull(networkOf(address, 64)),
      networks.secondsFull(networkOf(address, 48)),
    );
  }

  function count(address: string): void {
    clients.count(networkOf(address, 64));
    networks.count(networkOf(address, 48));
    if (secondsFull(address) > 0)
      log.warn({ what, client: shortAddress(address) }, 'too many wrong guesses at a secret');
  }

  return { secondsFull, count };
}

/** Compares digests in constant time, so that timing tells nothing about the secret. */
export function isSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}
