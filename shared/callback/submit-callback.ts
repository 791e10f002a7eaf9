import { CALLBACK_TIMEOUT_MS } from '../site/constants.ts';
import type { CallbackResult } from './form-result.ts';

/**
 * Sends a callback request and returns its result (docs/specification.md, section 4), with the
 * company's promise if the response has one. Success needs an HTTP success status and a JSON body
 * with `ok: true`; a body that cannot be parsed counts as not ok. No response in time, or none at
 * all, is a network failure. Never throws.
 *
 * @param fields the values of the form. Two more are sent only when they suggest a bot: `website`,
 * which no person sees, and `elapsed`, the milliseconds between showing the form and sending it
 * @param address the URL to post to
 * @param timeout in milliseconds
 */
export async function submitCallback(
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
    const body = await response.json();
    return response.ok && body?.ok === true
      ? { outcome: 'sent', callbackWithin: body.callbackWithin }
      : { outcome: 'rejected' };
  } catch (error) {
    return { outcome: error instanceof SyntaxError ? 'rejected' : 'network' };
  }
}
