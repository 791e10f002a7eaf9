import { networkOf } from '../../ops/address.ts';

export const RATE_WINDOW_MS = 10 * 60 * 1000;
/**
 * How many keys are remembered, so that memory stays bounded however many addresses an attacker
 * has.
 */
const KEY_LIMIT = 50_000;

/** Limits for ten minutes, as multiples of what one client may send. */
const SITE_FACTOR = 20;
const PROCESS_FACTOR = 400;
const REFUSAL_FACTOR = 20;

/** Why a form is not taken now, as the metric's label, and for how many seconds. */
export interface Wait {
  outcome: 'rate_limited' | 'at_capacity';
  seconds: number;
}

/**
 * Counts callback requests in windows of ten minutes. A client may send `limit` that pass the
 * checks, so that correcting a mistyped form locks nobody out. A client is an IPv4 address or an
 * IPv6 /64, which is what a household has (RFC 6177). A /48 and the whole process have wider
 * limits, and so have a client's forms that fail the checks.
 */
export class RateLimit {
  readonly #clients: Windows;
  readonly #sites: Windows;
  readonly #process: Windows;
  readonly #refusals: Windows;

  constructor(limit: number) {
    this.#clients = new Windows(limit);
    this.#sites = new Windows(limit * SITE_FACTOR);
    this.#process = new Windows(limit * PROCESS_FACTOR);
    this.#refusals = new Windows(limit * REFUSAL_FACTOR);
  }

  /** Whether this client has to wait because too many of its forms were refused. */
  afterRefusals(address: string): Wait | null {
    const seconds = this.#refusals.secondsFull(networkOf(address, 64));
    return seconds > 0 ? { outcome: 'rate_limited', seconds } : null;
  }

  countRefusal(address: string): void {
    this.#refusals.count(networkOf(address, 64));
  }

  /** Null when a form that passed the checks may go on; it has then been counted. */
  take(address: string): Wait | null {
    const client = networkOf(address, 64);
    const site = networkOf(address, 48);
    const seconds = Math.max(this.#clients.secondsFull(client), this.#sites.secondsFull(site));
    if (seconds > 0) return { outcome: 'rate_limited', seconds };
    const full = this.#process.secondsFull('');
    if (full > 0) return { outcome: 'at_capacity', seconds: full };
    this.#clients.count(client);
    this.#sites.count(site);
    this.#process.count('');
    return null;
  }
}

/**
 * Counts by key, at most `limit` in a window that begins with the first. Uses a monotonic clock, so
 * that a clock set back makes nobody wait longer.
 */
export class Windows {
  readonly #limit: number;
  readonly #capacity: number;
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  constructor(limit: number, capacity = KEY_LIMIT) {
    this.#limit = limit;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Seconds until the window ends if its limit is used up; otherwise 0. */
  secondsFull(key: string): number {
    const window = this.#windows.get(key);
    if (!window || window.count < this.#limit) return 0;
    return Math.max(0, Math.ceil((window.endsAt - performance.now()) / 1000));
  }

  count(key: string): void {
    const now = performance.now();
    const window = this.#windows.get(key);
    if (window && window.endsAt > now) {
      window.count++;
      return;
    }
    this.#windows.delete(key);
    this.#makeRoom(now);
    this.#windows.set(key, { count: 1, endsAt: now + RATE_WINDOW_MS });
  }

  /** Windows are kept in the order in which they began. */
  #makeRoom(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#capacity) return;
      this.#windows.delete(key);
    }
  }
}
