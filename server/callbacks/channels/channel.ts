import type { DueDelivery } from '../store.ts';

/**
 * How one attempt to tell a receiver ended. `retry`: it may work later; `refused`: it never will.
 * Reasons are codes: the words of a receiver may quote the caller.
 */
export type Attempt = 'delivered' | { retry: string } | { refused: string };

/** Tells one receiver of one callback request. Ends soon after the signal, and never rejects. */
export type Deliver = (due: DueDelivery, signal: AbortSignal) => Promise<Attempt>;
