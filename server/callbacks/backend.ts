import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Answer, accepted, refused } from './answer.ts';
import type { AcceptedForm } from './form.ts';
import { PhpFailure } from './php-answer.ts';
import { type PhpForm, phpForm } from './php-form.ts';
import type { SendToPhp } from './php-proxy.ts';
import type { Spool } from './spool.ts';
import type { CallbackStore } from './store.ts';

/** An accepted form and what the backend may know of its sender. */
interface CheckedCallback extends AcceptedForm {
  /** Address of the client. */
  client: string;
  requestId?: string;
  traceparent?: string;
  userAgent?: string;
}

/** Takes a callback request in and says what became of it. */
export type Backend = (callback: CheckedCallback) => Promise<Answer>;

/** Without a PHP backend, a request is accepted once it is in the store. */
export function keepInStore(store: CallbackStore, log: Logger): Backend {
  return async ({ fields, flags }) => {
    try {
      const { duplicate } = await store.add({ fields, flags }, []);
      return accepted(duplicate ? 'duplicate' : 'stored');
    } catch (error) {
      log.error({ err: error }, 'a callback request could not be stored');
      return refused(503, 'store_unavailable');
    }
  };
}

/** The PHP backend; with a `spool`, what it cannot take is kept there and counts as accepted. */
export function forwardToPhp(parts: {
  send: SendToPhp;
  spool: Spool | null;
  log: Logger;
}): Backend {
  const { send, spool, log } = parts;
  return async (callback) => {
    if (await spool?.holds(callback.fields)) return accepted('duplicate');
    const id = randomUUID();
    let failed: Answer;
    try {
      const { ok, status, json, retryAfter } = await send(formFor(callback, id));
      const answer: Answer = {
        ok,
        status,
        json,
        outcome: ok ? 'forwarded' : 'backend_refused',
        ...(retryAfter && { retryAfter }),
      };
      if (status < 500 || !spool) return answer;
      failed = answer;
    } catch (error) {
      if (!(error instanceof PhpFailure)) throw error;
      log.warn({ reason: error.reason }, 'the PHP backend failed');
      failed = refused(
        error.status,
        error.status === 504 ? 'backend_silent' : 'backend_unreachable',
      );
      if (!spool) return failed;
    }
    try {
      const { fields, flags } = callback;
      const { duplicate } = await spool.keep({ id, fields, flags });
      return accepted(duplicate ? 'duplicate' : 'spooled');
    } catch (error) {
      log.error(
        { err: error },
        'a callback request that the PHP backend could not take could not be kept either',
      );
      return failed;
    }
  };
}

/** With what the backend may know of the visitor. */
function formFor(callback: CheckedCallback, id: string): PhpForm {
  const { client, requestId, traceparent, userAgent } = callback;
  const { body, headers } = phpForm({ ...callback, id });
  return {
    body,
    headers: {
      ...headers,
      'x-forwarded-for': client,
      ...(requestId && { 'x-request-id': requestId }),
      ...(traceparent && { traceparent }),
      ...(userAgent && { 'user-agent': userAgent }),
    },
  };
}
