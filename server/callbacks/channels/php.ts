import { phpForm } from '../php/php-form.ts';
import type { Deliver } from './channel.ts';
import { POST_DEADLINE_MS, post } from './post.ts';

/** A longer answer cannot be an answer to a form. */
const ANSWER_LIMIT_BYTES = 64 * 1024;

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
