import { networkOf } from '../http/address.ts';
import { countTogether, FixedWindowLimiter, type SharedWindows } from '../http/limits.ts';

/** Limits for ten minutes, as multiples of what one client may send. */
const SITE_FACTOR = 20;
const ALL_FACTOR = 400;
const REFUSAL_FACTOR = 20;

/** Why a form is not taken now, as the metric's label, and for how many seconds. */
export interface Wait {
  outcome: 'rate_limited' | 'at_capacity';
  seconds: number;
}

/**
 * Counts forms, or searches, in windows of ten minutes. A client may send `limit` that pass the checks, so that
 * correcting a mistyped one locks nobody out. A client is an IPv4 address or an
 * IPv6 /64, which is what a household has (RFC 6177). A /48 and all clients together have wider
 * limits, and so have a client's forms that fail the checks.
 */
export class RateLimit {
  readonly #clients: FixedWindowLimiter;
  readonly #sites: FixedWindowLimiter;
  readonly #all: FixedWindowLimiter;
  readonly #refusals: FixedWindowLimiter;
  readonly #shared: SharedWindows | null;
  readonly #name: string;

  /** @param name of what is limited, for windows that are shared */
  constructor(limit: number, shared: SharedWindows | null = null, name = 'forms') {
    this.#shared = shared;
    this.#name = name;
    this.#clients = new FixedWindowLimiter(limit);
    this.#sites = new FixedWindowLimiter(limit * SITE_FACTOR);
    this.#all = new FixedWindowLimiter(limit * ALL_FACTOR);
    this.#refusals = new FixedWindowLimiter(limit * REFUSAL_FACTOR);
  }

  /** Whether this client has to wait because too many of its forms were refused. */
  afterRefusals(address: string): Wait | null {
    const seconds = this.#refusals.secondsFull(networkOf(address, 64));
    return seconds > 0 ? { outcome: 'rate_limited', seconds } : null;
  }

  async countRefusal(address: string): Promise<void> {
    const client = networkOf(address, 64);
    this.#refusals.count(client);
    await countTogether(this.#shared, 1, [['refused forms', this.#refusals, client]]);
  }

  /** Null when a form that passed the checks may go on; it has then been counted. */
  async take(address: string): Promise<Wait | null> {
    const client = networkOf(address, 64);
    const site = networkOf(address, 48);
    const wait = (by = 0): Wait | null => {
      const seconds = Math.max(
        this.#clients.secondsFull(client, by),
        this.#sites.secondsFull(site, by),
      );
      if (seconds > 0) return { outcome: 'rate_limited', seconds };
      const full = this.#all.secondsFull('', by);
      return full > 0 ? { outcome: 'at_capacity', seconds: full } : null;
    };
    const before = wait();
    if (before) return before;
    this.#clients.count(client);
    this.#sites.count(site);
    this.#all.count('');
    await countTogether(this.#shared, 1, [
      [this.#name, this.#clients, client],
      [`${this.#name} of site`, this.#sites, site],
      [`${this.#name} of all`, this.#all, ''],
    ]);
    return wait(1);
  }
}
