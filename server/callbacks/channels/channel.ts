import type { DueDelivery } from '../store.ts';

/**
 * How one delivery attempt ended. `retry`: it may work later; `refused`: it never will. Reasons are
 * codes, because a receiver's own words may quote the caller.
 */
export type Attempt = 'delivered' | { retry: string } | { refused: string };

/** What is to be told, with the trace of the request that it came by (W3C Trace Context). */
export interface ToTell extends DueDelivery {
  traceparent?: string | undefined;
}

/** Delivers one callback request to one receiver. Ends soon after the signal, and never rejects. */
export type Deliver = (due: ToTell, signal: AbortSignal) => Promise<Attempt>;
