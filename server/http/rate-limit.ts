import { networkOf } from './address.ts';
import { createLimits, type SharedWindows } from './limits.ts';

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
    /** Whether this client has to wait because too many of its forms were refused. */
    afterRefusals(address: string): Wait | null {
      const [seconds = 0] = refusals.secondsFull([networkOf(address, 64)]);
      return seconds > 0 ? { outcome: 'rate_limited', seconds } : null;
    },

    countRefusal: (address: string): Promise<void> => refusals.count([networkOf(address, 64)]),

    /** Null when a form that passed the checks may go on; it has then been counted. */
    async take(address: string): Promise<Wait | null> {
      const keys = [networkOf(address, 64), networkOf(address, 48), ''];
      const wait = (by = 0): Wait | null => {
        const [client = 0, site = 0, all = 0] = forms.secondsFull(keys, by);
        const seconds = Math.max(client, site);
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
