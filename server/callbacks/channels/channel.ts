import type { DueDelivery } from '../store.ts';

/**
 * How one attempt to tell a receiver ended. `retry`: it may work later; `refused`: it never will.
 * Reasons are codes: the words of a receiver may quote the caller.
 */
export type Attempt = 'delivered' | { retry: string } | { refused: string };

/** What is to be told, with the trace of the request that it came by (W3C Trace Context). */
export interface ToTell extends DueDelivery {
  traceparent?: string | undefined;
}

/** Tells one receiver of one callback request. Ends soon after the signal, and never rejects. */
export type Deliver = (due: ToTell, signal: AbortSignal) => Promise<Attempt>;
