import { hash } from 'node:crypto';
import type { ChannelKind } from '../../config/channels.ts';
import type { Config } from '../../config/config.ts';
import type { Deliveries, DueDelivery } from '../store/deliveries.ts';
import type { ChannelId } from '../store/stored-callback.ts';

/**
 * The result of one delivery attempt. `retry` may work later, `refused` never will. Reasons are
 * codes, because a receiver's own words may quote the caller. A delivered one with a reason was not
 * sent.
 */
export type DeliveryResult =
  | { kind: 'delivered'; reason?: string }
  | { kind: 'retry' | 'refused'; reason: string };

/** The URLs that the environment decides: fixed for the life of the process. */
export type SiteUrls = Pick<Config, 'siteUrl' | 'deskUrl'>;

/** The dependencies of a channel besides its settings. */
export interface ChannelDeps {
  urls: SiteUrls;
  /** Returns what the site file decides, as it is at the moment of a delivery. */
  getConfig: () => Pick<Config, 'company' | 'claims'>;
  deliveries: Pick<Deliveries, 'claimConfirmation'>;
}

/** Delivers one callback request to one receiver. Ends soon after the signal is aborted. */
export type Deliver = (due: DueDelivery, signal: AbortSignal) => Promise<DeliveryResult>;

/** A notice to staff about a channel, or about something else that the site checks, sent as JSON to webhooks that read it. */
export interface Notice {
  /** Recognises a repeat of the same notice; the next day's has another. */
  id: string;
  notice: 'failing' | 'working';
  channel: string;
  /** The start of the failure or recovery, ISO 8601. */
  since: string;
  /**
   * The number of requests that will be tried again and whose callers nobody has called; null where
   * none can wait.
   */
  waiting: number | null;
  /** The number of requests that will not be tried again and whose callers nobody has called. */
  givenUp: number;
  /** The URL of the list at the desk; null when the desk has no public URL. */
  desk: string | null;
}

/** Notifies one receiver. Ends soon after the signal is aborted. */
export type Notify = (notice: Notice, signal: AbortSignal) => Promise<DeliveryResult>;

/** A receiver that staff read. */
export interface Notifier {
  channel: ChannelId;
  notify: Notify;
}

/**
 * Runs an attempt. One that throws counts as a failure that may work later. Its reason is the
 * error's name, because the message may quote the caller.
 */
export async function tryOnce(attempt: () => Promise<DeliveryResult>): Promise<DeliveryResult> {
  try {
    return await attempt();
  } catch (error) {
    return { kind: 'retry', reason: error instanceof Error ? error.name : 'Error' };
  }
}

/** A receiver of a channel, with deliveries of its own. */
export interface ConfiguredChannel {
  channel: ChannelId;
  deliver: Deliver;
  /** Notifies staff, where they read what this channel sends. */
  notify?: Notify;
}

/**
 * Creates the id of a receiver from its URL, so that its requests go to nobody else when the
 * settings change. The URL may hold a secret, so only its host is shown.
 */
export function receiverId(kind: ChannelKind, address: string): ChannelId {
  const digest = hash('sha256', address, 'base64url').slice(0, 16);
  return `${kind}:${new URL(address).host}#${digest}`;
}

/**
 * Isolates a name within a line, so that a right-to-left one does not swap the halves of the number
 * after it (Unicode Standard Annex 9: FSI and PDI).
 */
export const isolate = (name: string) => `\u2068${name}\u2069`;

/** Returns the title of a message to staff. */
export const titleOf = ({ flags }: Pick<DueDelivery, 'flags'>) =>
  flags.length > 0 ? 'Callback request (possible spam)' : 'Callback request';

/** Returns the URL of a request at the desk; null when the desk has no public URL. */
export const deskLink = ({ deskUrl }: SiteUrls, { id }: DueDelivery): string | null =>
  deskUrl && `${deskUrl}/callbacks/${id}`;

/** The timeout of the whole exchange with a receiver, in milliseconds. */
const POST_TIMEOUT_MS = 10_000;
/** Client errors worth a retry (RFC 9110 408, RFC 8470 425, RFC 6585 429). */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/**
 * Posts once. A redirect counts as a failure and is not followed: the record would go to a URL
 * nobody configured.
 * @param isAccepted tells whether a 2xx means that the receiver accepted the record
 */
export async function postOnce(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
  isAccepted: (response: Response) => Promise<boolean>,
  deadlineMs = POST_TIMEOUT_MS,
): Promise<DeliveryResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    const { status, ok } = response;
    if (ok && (await isAccepted(response))) return { kind: 'delivered' };
    if (!response.bodyUsed) response.body?.cancel().catch(() => {});
    const isPermanent = status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status);
    return { kind: isPermanent ? 'refused' : 'retry', reason: `HTTP ${status}` };
  } catch (error) {
    const { name, cause } = error as Error;
    // `fetch` puts the socket's error into `cause`.
    const { code, name: said = name } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
    return { kind: 'retry', reason: code ?? said };
  }
}

/** The highest number of bytes read of a response: no receiver's is longer. */
export const MAX_RESPONSE_BYTES = 64 * 1024;

/** Reads a response until it ends or is longer than `MAX_RESPONSE_BYTES`. */
export async function readStart(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks);
}
