import type { Config } from '../../config/config.ts';
import type { Deliveries, DueDelivery } from '../store.ts';

/**
 * How one delivery attempt ended. `retry`: it may work later; `refused`: it never will. Reasons are
 * codes, because a receiver's own words may quote the caller. What is done with one was not sent.
 */
export type Attempt =
  | { kind: 'delivered'; reason?: string }
  | { kind: 'retry'; reason: string }
  | { kind: 'refused'; reason: string };

/** What is to be told, with the trace of the request that it came by (W3C Trace Context). */
export interface ToTell extends DueDelivery {
  traceparent?: string | undefined;
}

/** What a channel may know of the site, as it is at the moment of a delivery. */
export type Site = () => Pick<Config, 'siteUrl' | 'deskUrl' | 'company' | 'brand'>;

/** What the store tells a channel. */
export type Known = Pick<Deliveries, 'confirms'>;

/** Delivers one callback request to one receiver. Ends soon after the signal, and never rejects. */
export type Deliver = (due: ToTell, signal: AbortSignal) => Promise<Attempt>;

/** Where staff open a request at the desk; null when the desk has no public address. */
export function deskLink(site: Site, { id }: ToTell): string | null {
  const { deskUrl } = site();
  return deskUrl && `${deskUrl}/callbacks/${id}`;
}
