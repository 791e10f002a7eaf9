import { hash, timingSafeEqual } from 'node:crypto';
import { networkOf } from './address.ts';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/** Bounds the memory, however many addresses an attacker has. */
const KEY_LIMIT = 50_000;

/** Windows of ten minutes that replicas count together, when they share a database. */
export interface SharedWindows {
  /** Adds to the window of each key; null when that is not possible now. */
  add(keys: readonly string[], by: 0 | 1): Promise<{ count: number; endsInMs: number }[] | null>;
}

/**
 * Counts by key, at most `limit` in a window that begins with the first. Uses a monotonic clock, so
 * that a clock set back makes nobody wait longer.
 */
export function createFixedWindows(limit: number, capacity = KEY_LIMIT) {
  /** In the order in which they began. */
  const windows = new Map<string, { count: number; endsAt: number }>();

  function begin(key: string, window: { count: number; endsAt: number }): void {
    const now = performance.now();
    windows.delete(key);
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > now && windows.size < capacity) break;
      windows.delete(oldest);
    }
    windows.set(key, window);
  }

  return {
    size: (): number => windows.size,

    /** Seconds until the window ends if its limit is used up, or exceeded by so many; otherwise 0. */
    secondsFull(key: string, by = 0): number {
      const window = windows.get(key);
      if (!window || window.count < limit + by) return 0;
      return Math.max(0, Math.ceil((window.endsAt - performance.now()) / 1000));
    },

    count(key: string): void {
      const now = performance.now();
      const window = windows.get(key);
      if (window && window.endsAt > now) window.count++;
      else begin(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
    },

    adopt(key: string, { count, endsInMs }: { count: number; endsInMs: number }): void {
      if (endsInMs > 0 && count >= (windows.get(key)?.count ?? 0))
        begin(key, { count, endsAt: performance.now() + endsInMs });
    },
  };
}

/**
 * Limits of one kind, each by a key of its own: a client, its network, everybody.
 * @param name for windows that are shared
 */
export function createLimits(
  name: string,
  limits: readonly number[],
  shared: SharedWindows | null,
) {
  const limiters = limits.map((limit) => createFixedWindows(limit));

  /** Asks what all replicas have counted, in one round trip. */
  async function learn(keys: readonly string[], by: 0 | 1 = 0): Promise<void> {
    const windows = await shared?.add(
      keys.map((key, place) => `${name} ${place} ${key}`),
      by,
    );
    for (const [place, window] of windows?.entries() ?? [])
      limiters[place]?.adopt(keys[place] as string, window);
  }

  return {
    learn,
    /** Of each limit the seconds until its window ends, if it is used up or exceeded by so many. */
    secondsFull: (keys: readonly string[], by = 0): number[] =>
      limiters.map((limiter, place) => limiter.secondsFull(keys[place] as string, by)),
    async count(keys: readonly string[]): Promise<void> {
      for (const [place, limiter] of limiters.entries()) limiter.count(keys[place] as string);
      await learn(keys, 1);
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
 * @param name of what is limited, for windows that are shared
 */
export function createRateLimit(
  limit: number,
  shared: SharedWindows | null = null,
  name = 'forms',
) {
  const forms = createLimits(name, [limit, limit * SITE_FACTOR, limit * ALL_FACTOR], shared);
  const refusals = createLimits(`refused ${name}`, [limit * REFUSAL_FACTOR], shared);
  return {
    /**
     * Null when this form may go on; it has then been counted.
     * @param isRefused by the checks
     */
    async take(address: string, isRefused = false): Promise<Wait | null> {
      const client = networkOf(address, 64);
      const [seconds = 0] = refusals.secondsFull([client]);
      if (seconds > 0) return { outcome: 'rate_limited', seconds };
      if (isRefused) {
        await refusals.count([client]);
        return null;
      }
      const keys = [client, networkOf(address, 48), ''];
      const wait = (by = 0): Wait | null => {
        const [own = 0, site = 0, all = 0] = forms.secondsFull(keys, by);
        const seconds = Math.max(own, site);
        if (seconds > 0) return { outcome: 'rate_limited', seconds };
        return all > 0 ? { outcome: 'at_capacity', seconds: all } : null;
      };
      const before = wait();
      if (before) return before;
      await forms.count(keys);
      return wait(1);
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

const WRONG_GUESSES = 20;
/** Bounds what somebody can guess who has many addresses, or may write X-Forwarded-For himself. */
const WRONG_GUESSES_OF_ALL = 20 * WRONG_GUESSES;

export type WrongGuesses = ReturnType<typeof countWrongGuesses>;

/** Counts wrong guesses at a secret: in ten minutes 20 of one client, and 400 of all together. */
export function countWrongGuesses(
  name: string,
  shared: SharedWindows | null,
  ofAll = WRONG_GUESSES_OF_ALL,
) {
  const limits = createLimits(name, [WRONG_GUESSES, ofAll], shared);
  return {
    /** Seconds for which this client may guess no more; otherwise 0. */
    async secondsFull(client: string): Promise<number> {
      await limits.learn([client, '']);
      return Math.max(...limits.secondsFull([client, '']));
    },
    count: (client: string) => limits.count([client, '']),
  };
}

/** Compares digests in constant time, so that timing tells nothing about the secret. */
export function isSecret(given: unknown, secret: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(secret));
}
