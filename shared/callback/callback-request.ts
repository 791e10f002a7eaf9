import { CALLBACK_TIMEOUT_MS } from '../site/constants.ts';
import type { CallbackOutcome } from './callback.ts';

/**
 * Sends a callback request and says what became of it (docs/specification.md, section 4). Success
 * needs an HTTP success status and a JSON body with `ok: true`; a body that cannot be parsed counts
 * as not ok. No answer in time, or none at all, is a network failure. Never throws.
 *
 * @param fields of the form; besides these, only when they speak for a robot, `website`, which no
 * person sees, and `elapsed`, the milliseconds between showing the form and sending it
 * @param address where to post to
 * @param timeout in milliseconds
 */
export async function requestCallback(
  fields: Record<string, string>,
  address = '/contact.php',
  timeout = CALLBACK_TIMEOUT_MS,
): Promise<CallbackOutcome> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(timeout),
    });
    const body = await response.text();
    return response.ok && saysOk(body) ? 'sent' : 'rejected';
  } catch {
    return 'network';
  }
}

function saysOk(body: string): boolean {
  try {
    return JSON.parse(body)?.ok === true;
  } catch {
    return false;
  }
}
