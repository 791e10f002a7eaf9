import type { ChannelSettings } from '../../config/channels.ts';
import type { Channel, StoredCallback } from '../store/stored-callback.ts';
import { type Deliver, post, type Receiver } from './channel.ts';

type Settings = NonNullable<ChannelSettings['php']>;

export const PHP_CHANNEL: Channel = 'php';

/** What PHP could not take is delivered to it later, if anything is kept for it. */
export const createPhpReceivers = ({ url, spool }: Settings): Receiver[] =>
  spool ? [{ channel: PHP_CHANNEL, deliver: createPhpChannel(url) }] : [];

/** A longer answer cannot be an answer to a form. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/**
 * Delivers a callback request that the PHP backend could not take before. The backend recognises
 * repeats by Idempotency-Key; X-Received-At says how long the caller has waited.
 */
export function createPhpChannel(backendUrl: string, deadlineMs?: number): Deliver {
  const saysOk = async (answer: Response) => (await readJson(answer.body ?? [])).said?.ok === true;
  return (due, signal) => {
    const form = phpForm(due, { 'x-received-at': due.receivedAt });
    return post(`${backendUrl}/contact.php`, form, signal, saysOk, deadlineMs);
  };
}

/**
 * Reads an answer of the PHP backend as a browser would (Fetch standard, json()): UTF-8, ignoring a
 * byte order mark. The content type is not checked, because PHP's default is text/html.
 * @returns `said` is null for what is no JSON object, or longer than any answer to a form
 */
export async function readJson(
  answer: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ json: Buffer; said: { ok?: unknown } | null }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer) {
    length += chunk.length;
    chunks.push(chunk);
    if (length > ANSWER_LIMIT_BYTES) break;
  }
  const json = Buffer.concat(chunks);
  try {
    const said: unknown = length > ANSWER_LIMIT_BYTES || JSON.parse(new TextDecoder().decode(json));
    return { json, said: said instanceof Object && !Array.isArray(said) ? said : null };
  } catch {
    return { json, said: null };
  }
}

/** What the PHP backend is sent for a callback request, at once or later. */
export type PhpForm = ReturnType<typeof phpForm>;

/**
 * Encodes the checked fields again: PHP has its own way of reading repeated and oddly named fields,
 * so nothing reaches it as the visitor encoded it. The flags go in a header, because the form has
 * the fields of docs/specification.md, section 4, and no others.
 * @param about headers that say more, where they are known
 */
export function phpForm(
  { id, fields, flags }: Pick<StoredCallback, 'id' | 'fields' | 'flags'>,
  about: Record<string, string | undefined> = {},
) {
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'idempotency-key': id,
  };
  if (flags.length > 0) headers['x-callback-flags'] = flags.join(', ');
  for (const [name, value] of Object.entries(about)) if (value) headers[name] = value;
  return { headers, body: new URLSearchParams(fields).toString() };
}
