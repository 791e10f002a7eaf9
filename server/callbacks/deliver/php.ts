import type { ChannelSettings } from '../../config/channels.ts';
import type { ChannelId, StoredCallback } from '../store/stored-callback.ts';
import {
  type ConfiguredChannel,
  type Deliver,
  MAX_RESPONSE_BYTES,
  postOnce,
  readStart,
} from './channel.ts';

type Settings = NonNullable<ChannelSettings['php']>;

export const PHP_CHANNEL: ChannelId = 'php';

/** Creates the receiver of requests that PHP could not take, if they are spooled. */
export const createPhpReceivers = ({ url, spool }: Settings): ConfiguredChannel[] =>
  spool ? [{ channel: PHP_CHANNEL, deliver: createPhpChannel(url) }] : [];

/**
 * Creates the channel to a PHP backend that could not take a request before. The backend recognises
 * repeats by Idempotency-Key; X-Received-At says when the request came.
 */
export function createPhpChannel(backendUrl: string, deadlineMs?: number): Deliver {
  const isOkResponse = async (answer: Response) =>
    (await readJsonBody(answer.body ?? [])).said?.ok === true;
  return (due, signal) => {
    const form = buildPhpForm(due, { 'x-received-at': due.receivedAt });
    return postOnce(`${backendUrl}/contact.php`, form, signal, isOkResponse, deadlineMs);
  };
}

/**
 * Reads a response of the PHP backend as a browser would (Fetch standard, json()): UTF-8, ignoring
 * a byte order mark. The content type is not checked, because PHP's default is text/html.
 * @returns `said` is null when the body is no JSON object, or too long for a form's response
 */
export async function readJsonBody(
  answer: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ json: Buffer; said: { ok?: unknown } | null }> {
  const json = await readStart(answer);
  try {
    const parsed: unknown =
      json.length > MAX_RESPONSE_BYTES || JSON.parse(new TextDecoder().decode(json));
    return { json, said: parsed instanceof Object && !Array.isArray(parsed) ? parsed : null };
  } catch {
    return { json, said: null };
  }
}

/** A callback request as the PHP backend gets it, at once or later. */
export type PhpForm = ReturnType<typeof buildPhpForm>;

/**
 * Encodes the validated fields again: PHP has its own way of reading repeated and oddly named
 * fields, so nothing reaches it as the visitor encoded it. The flags go in a header, because the
 * form has only the fields of docs/specification.md, section 4.
 * @param extraHeaders further headers; those without a value are left out
 */
export function buildPhpForm(
  { id, fields, flags }: Pick<StoredCallback, 'id' | 'fields' | 'flags'>,
  extraHeaders: Record<string, string | undefined> = {},
) {
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'idempotency-key': id,
  };
  if (flags.length > 0) headers['x-callback-flags'] = flags.join(', ');
  for (const [name, value] of Object.entries(extraHeaders)) if (value) headers[name] = value;
  return { headers, body: new URLSearchParams(fields).toString() };
}
