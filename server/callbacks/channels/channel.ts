import { hash } from 'node:crypto';
import { CHANNELS, type ChannelKind } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { Fact } from '../describe-callback.ts';
import { londonTime } from '../london-time.ts';
import type { Deliveries, DueDelivery } from '../store/deliveries.ts';
import type { Channel } from '../store/stored-callback.ts';

/**
 * How one delivery attempt ended. `retry`: it may work later; `refused`: it never will. Reasons are
 * codes, because a receiver's own words may quote the caller. What is done with one was not sent.
 */
export type Attempt =
  | { kind: 'delivered'; reason?: string }
  | { kind: 'retry' | 'refused'; reason: string };

/** What a channel may know of the site, as it is at the moment of a delivery. */
export type Site = () => Pick<Config, 'siteUrl' | 'deskUrl' | 'company' | 'claims'>;

/** What a channel needs besides its settings. */
export interface ChannelDeps {
  site: Site;
  deliveries: Pick<Deliveries, 'confirms'>;
}

/** Delivers one callback request to one receiver. Ends soon after the signal. */
export type Deliver = (due: DueDelivery, signal: AbortSignal) => Promise<Attempt>;

/** What staff are notified of about a channel; as JSON for webhooks that read it. */
export interface Notice {
  notice: 'failing' | 'working';
  /** Its kind. */
  channel: string;
  /** ISO 8601. */
  since: string;
  /** How many requests it has not delivered whose callers nobody has rung. */
  waiting: number;
  /** Where staff find them; null when the desk has no public address. */
  desk: string | null;
}

/** Notifies one receiver. Ends soon after the signal. */
export type Notify = (notice: Notice, signal: AbortSignal) => Promise<Attempt>;

/**
 * Makes an attempt. One that throws has failed, and may work later. Its reason is the error's name,
 * because the message may quote the caller.
 */
export async function tryOnce(attempt: () => Promise<Attempt>): Promise<Attempt> {
  try {
    return await attempt();
  } catch (error) {
    return { kind: 'retry', reason: error instanceof Error ? error.name : 'Error' };
  }
}

/** The same for people. */
export function noticeWords({ notice, channel, since, waiting }: Notice) {
  const fails = notice === 'failing';
  const { label } = CHANNELS[channel as ChannelKind];
  const facts: Fact[] = [
    ['Since', londonTime(since)],
    ['Requests waiting', String(waiting)],
  ];
  if (fails)
    facts.push([
      'What to do',
      'Call the people who are waiting (you will find them at the desk), and tell the person who runs the website.',
    ]);
  return {
    title: `${label}: callback requests are ${fails ? 'not being delivered' : 'being delivered again'}`,
    facts,
  };
}

/** Somebody to whom a channel delivers, with deliveries of their own. */
export interface Receiver {
  channel: Channel;
  /** The id that version 1.0 gave it, under which requests may still wait. */
  formerChannel?: Channel;
  deliver: Deliver;
  /** Where staff read what is sent. */
  notify?: Notify;
}

/**
 * The id of a receiver is made from its address, so that its requests go to nobody else when the
 * settings change. An address may hold a secret, of which only the host is shown.
 */
export function receiverId(kind: ChannelKind, address: string): Channel {
  const digest = hash('sha256', address, 'base64url').slice(0, 16);
  return `${kind}:${new URL(address).host}#${digest}`;
}

/**
 * A name in a line with other words, isolated so that one from right to left does not swap the halves
 * of the number after it (Unicode Standard Annex 9: FSI and PDI).
 */
export const isolate = (name: string) => `\u2068${name}\u2069`;

/** What a message to staff is about. */
export const titleOf = ({ flags }: Pick<DueDelivery, 'flags'>) =>
  flags.length > 0 ? 'Callback request (possible spam)' : 'Callback request';

/** Where staff open a request at the desk; null when the desk has no public address. */
export function deskLink(site: Site, { id }: DueDelivery): string | null {
  const { deskUrl } = site();
  return deskUrl && `${deskUrl}/callbacks/${id}`;
}

/** A receiver's deadline for the whole exchange, in milliseconds. */
const POST_DEADLINE_MS = 10_000;
/** Client errors that may pass (RFC 9110 408, RFC 8470 425, RFC 6585 429). */
const PASSING = new Set([408, 425, 429]);

/**
 * Posts once. A redirect counts as a failure and is not followed: the record would go to an address
 * nobody configured.
 * @param taken decides whether a 2xx means that the receiver has taken it
 */
export async function post(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
  taken: (response: Response) => Promise<boolean>,
  deadlineMs = POST_DEADLINE_MS,
): Promise<Attempt> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    const { status, ok } = response;
    if (ok && (await taken(response))) return { kind: 'delivered' };
    if (!response.bodyUsed) response.body?.cancel().catch(() => {});
    const isFinal = status >= 400 && status < 500 && !PASSING.has(status);
    return { kind: isFinal ? 'refused' : 'retry', reason: `HTTP ${status}` };
  } catch (error) {
    const { name, cause } = error as Error;
    // fetch hides the socket's error there.
    const { code, name: said = name } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
    return { kind: 'retry', reason: code ?? said };
  }
}
