import { CALLBACK_TIMEOUT_MS } from '../site/constants.ts';
import type { CallbackResult } from './callback.ts';

/**
 * Sends a callback request and says what became of it (docs/specification.md, section 4), and how
 * soon the company rings if the answer does. Success
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
): Promise<Omit<CallbackResult, 'values'>> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      keepalive: true, // a visitor who leaves has asked all the same
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(timeout),
    });
    const said = await response.json();
    return response.ok && said?.ok === true
      ? { outcome: 'sent', callbackWithin: said.callbackWithin }
      : { outcome: 'rejected' };
  } catch (error) {
    return { outcome: error instanceof SyntaxError ? 'rejected' : 'network' };
  }
}
