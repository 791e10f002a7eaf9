import type { CallbackFields } from '../../../shared/callback/fields.ts';
import type { ChannelSettings } from '../../config/channels.ts';
import type { CallbackFlag, Channel } from '../store.ts';
import type { Deliver } from './channel.ts';
import { POST_DEADLINE_MS, post } from './post.ts';

/** The channel for requests that the PHP backend could not take. */
export const PHP_CHANNEL: Channel = 'php';

/** A longer answer cannot be an answer to a form. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

/** PHP is told later of what it could not take, if anything is kept for it. */
export const phpReceivers = ({ url, spool }: NonNullable<ChannelSettings['php']>) =>
  spool ? ([[PHP_CHANNEL, createPhpChannel(url)]] as const) : [];

/**
 * Delivers a callback request that the PHP backend could not take before. The backend recognises
 * repeats by Idempotency-Key; X-Received-At says how long the caller has waited.
 */
export function createPhpChannel(backendUrl: string, deadlineMs = POST_DEADLINE_MS): Deliver {
  return ({ id, receivedAt, fields, flags, traceparent }, signal) => {
    const form = phpForm({ id, fields, flags });
    const headers = {
      ...form.headers,
      'x-received-at': receivedAt,
      ...(traceparent && { traceparent }),
    };
    const { body } = form;
    return post(`${backendUrl}/contact.php`, { headers, body }, signal, saysOk, deadlineMs);
  };
}

/** Whether the answer is JSON with a true `ok`. PHP's own content type for it is text/html. */
async function saysOk(response: Response): Promise<boolean> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_LIMIT_BYTES) return false;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)))?.ok === true;
  } catch {
    return false;
  }
}

/** What the PHP backend is sent for a callback request, at once or later. */
export interface PhpForm {
  body: string;
  headers: Record<string, string>;
}

/**
 * Encodes the checked fields again: PHP has its own way of reading repeated and oddly named fields,
 * so nothing reaches it as the visitor encoded it. The flags go in a header, because the form has
 * the fields of docs/specification.md, section 4, and no others.
 */
export function phpForm({
  id,
  fields,
  flags,
}: {
  id: string;
  fields: CallbackFields;
  flags: readonly CallbackFlag[];
}): PhpForm {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'idempotency-key': id,
      ...(flags.length > 0 && { 'x-callback-flags': flags.join(', ') }),
    },
  };
}
