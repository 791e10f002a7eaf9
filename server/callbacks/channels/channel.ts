import type { Config } from '../../config/config.ts';
import type { DueDelivery } from '../store.ts';

/**
 * How one delivery attempt ended. `retry`: it may work later; `refused`: it never will. Reasons are
 * codes, because a receiver's own words may quote the caller.
 */
export type Attempt =
  | { kind: 'delivered' }
  | { kind: 'retry'; reason: string }
  | { kind: 'refused'; reason: string };

/** What is to be told, with the trace of the request that it came by (W3C Trace Context). */
export interface ToTell extends DueDelivery {
  traceparent?: string | undefined;
}

/** What a channel may know of the site. */
export type Site = Pick<Config, 'siteUrl' | 'deskUrl'>;

/** Delivers one callback request to one receiver. Ends soon after the signal, and never rejects. */
export type Deliver = (due: ToTell, signal: AbortSignal) => Promise<Attempt>;

/** Where staff open a request at the desk; null when the desk has no public address. */
export const deskLink = ({ deskUrl }: Site, { id }: ToTell) =>
  deskUrl && `${deskUrl}/callbacks/${id}`;
