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
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'idempotency-key': id,
      'x-received-at': receivedAt,
      ...(traceparent && { traceparent }),
      ...(flags.length > 0 && { 'x-callback-flags': flags.join(', ') }),
    };
    const body = new URLSearchParams(fields).toString();
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
