import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { FormAnswer } from '../../../shared/callback/form-result.ts';
import { withTimeout } from '../../ops/async.ts';
import { buildPhpForm, PHP_CHANNEL } from '../deliver/php.ts';
import type { Callbacks } from '../start-callbacks.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import type { AcceptedForm } from './parse-form.ts';
import { PhpBackendError, type SendToPhp } from './php-proxy.ts';

/** The result of a callback request, whether a script or a browser sent it. */
export interface SubmissionResult {
  status: number;
  ok: boolean;
  /** The label of the metric: how the request ended, never what was sent. */
  outcome: string;
  /** The response of the PHP backend, passed on to a script byte for byte. */
  json?: Buffer;
  /** The value of Retry-After: seconds or an HTTP date. */
  retryAfter?: string;
  values?: FormAnswer['values'];
  errors?: FormAnswer['errors'];
}

const accepted = (outcome: string): SubmissionResult => ({ status: 200, ok: true, outcome });
export const refused = (status: number, outcome: string) => ({ status, ok: false, outcome });

/** An accepted form and what a backend may know about its sender. */
interface ValidatedCallback extends Omit<AcceptedForm, 'kind'> {
  page: string | null;
  /** The visitor's request, whose body has been read. */
  request: IncomingMessage;
  client: string;
  requestId: string;
}

export type Backend = (callback: ValidatedCallback) => Promise<SubmissionResult>;

/** Creates the backend without PHP: a request is accepted once it is in the store. */
export function createStoreBackend(callbacks: Callbacks | null, log: Logger): Backend {
  if (!callbacks) throw new Error('without a PHP backend, callback requests need a store');
  const { outbox, storeWatch } = callbacks;
  return async ({ fields, flags, page, source }) => {
    try {
      const { duplicate } = await outbox.keep({ fields, flags, page, source }, outbox.channels);
      return accepted(duplicate ? 'duplicate' : 'stored');
    } catch (error) {
      log.error(
        { err: error },
        'a callback request could not be stored; the visitor was told to call',
      );
      void storeWatch?.check(); // every later visitor would be refused, too
      return refused(503, 'store_unavailable');
    }
  };
}

/** The longest waits of a visitor, in milliseconds. PHP itself may take ten seconds. */
const TIMEOUTS_MS = {
  /** The wait for the store to say whether it has the request already. */
  known: 2000,
  /** The wait for the whole response: browsers and nginx give up at 15 s. */
  answer: 14_000,
};

/**
 * Creates a backend that forwards requests to PHP. A request that PHP accepts is also stored if it
 * is delivered to other channels. With `spool`, a request that PHP cannot take is stored for later
 * delivery and counts as accepted.
 */
export function createPhpBackend(deps: {
  send: SendToPhp;
  /** Null when PHP is the only receiver. */
  callbacks: Callbacks | null;
  spool: boolean;
  log: Logger;
  waits?: typeof TIMEOUTS_MS;
}): Backend {
  const { send, callbacks, spool, log, waits = TIMEOUTS_MS } = deps;

  return async (callback) => {
    const id = randomUUID();
    if (!callbacks) return sendToPhp(callback, id);
    const { outbox, store } = callbacks;
    const { fields, flags, page, source } = callback;
    const startedAt = performance.now();
    if (spool) {
      // The backend is called even when the store cannot be read in time.
      const isKnown = await withTimeout(store.hasDuplicate(callback), waits.known).catch(
        () => false,
      );
      if (isKnown) return accepted('duplicate');
    }
    const answer = await sendToPhp(callback, id);
    const isSpooled = spool && answer.status >= 500;
    const channels: ChannelId[] = [];
    if (isSpooled) channels.push(PHP_CHANNEL);
    if (isSpooled || answer.ok) channels.push(...outbox.channels);
    if (channels.length === 0) return answer;
    try {
      const saving = outbox.keep({ id, fields, flags, page, source }, channels);
      const remainingMs = Math.max(0, waits.answer - (performance.now() - startedAt));
      const { duplicate } = await withTimeout(saving, remainingMs, () => {
        throw new Error('the store does not answer in time');
      });
      if (!isSpooled) return answer;
      return accepted(duplicate ? 'duplicate' : 'spooled');
    } catch (error) {
      log.error(
        { err: error, id },
        'a callback request that went to PHP could not also be stored here',
      );
      return answer;
    }
  };

  async function sendToPhp(callback: ValidatedCallback, id: string): Promise<SubmissionResult> {
    const form = buildPhpForm(
      { id, fields: callback.fields, flags: callback.flags },
      {
        'x-forwarded-for': callback.client,
        'x-request-id': callback.requestId,
        'user-agent': callback.request.headers['user-agent'],
      },
    );
    try {
      const answer = await send(form, callback.request);
      return { ...answer, outcome: answer.ok ? 'forwarded' : 'backend_refused' };
    } catch (error) {
      if (!(error instanceof PhpBackendError)) throw error;
      const { status, message } = error;
      log.warn({ reason: message }, 'the PHP backend failed');
      return refused(status, status === 504 ? 'backend_silent' : 'backend_unreachable');
    }
  }
}
