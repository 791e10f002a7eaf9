import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { mapFields } from '../../../shared/callback/fields.ts';
import type { FormAnswer } from '../../../shared/callback/form-result.ts';
import { parseRequestSource } from '../../../shared/callback/request-source.ts';
import { CALLBACK_BODY_LIMIT_BYTES } from '../../../shared/site/constants.ts';
import type { Config } from '../../config/config.ts';
import { clientAddress } from '../../http/client-address.ts';
import type { Endpoint } from '../../http/endpoints.ts';
import { isCrossSite, refererPath, refererQuery } from '../../http/host.ts';
import type { RateLimiter } from '../../http/rate-limits.ts';
import { logErrors } from '../../ops/async.ts';
import type { Metrics } from '../../ops/metrics.ts';
import { callbackPromiseNow } from '../callback-promise.ts';
import type { Callbacks } from '../start-callbacks.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { ClientDisconnectedError, isFormContentType, parseForm, readBody } from './parse-form.ts';
import { createPhpProxy } from './php-proxy.ts';
import {
  createPhpBackend,
  createStoreBackend,
  refused,
  type SubmissionResult,
} from './submission-backend.ts';

/** The time in which a client that sends too much can read the 413 (nginx: lingering_close). */
const LINGER_MS = 1000;

type SendForm = (
  response: Response,
  answer: { status: number; form: FormAnswer },
) => void | Promise<void>;

/** Creates the endpoint POST /contact.php, with the responses of the table in docs/interface.md. */
export function contactEndpoint(deps: {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Null when PHP is the only receiver. */
  callbacks: Callbacks | null;
  limit: RateLimiter;
  sendForm: SendForm;
}): Endpoint {
  const { config, log, metrics, callbacks, limit, sendForm } = deps;
  const { php } = config.channels;
  const backend = php
    ? createPhpBackend({
        send: createCircuitBreaker(createPhpProxy(php.url)),
        callbacks,
        spool: php.spool,
        log,
      })
    : createStoreBackend(callbacks, log);
  const answer: RequestHandler = async (request, response) => {
    try {
      const result = await handleSubmission(request, response);
      metrics.callbacks.inc({ outcome: result.outcome });
      await sendResult(request, response, result);
    } catch (error) {
      if (!(error instanceof ClientDisconnectedError)) throw error;
      metrics.callbacks.inc({ outcome: 'visitor_left' });
    }
  };
  return {
    path: '/contact.php',
    methods: ['POST'],
    handlesOtherMethods: true, // a person who comes back to the address gets the form
    cache: 'no-store',
    handlers: [answer],
  };

  async function handleSubmission(request: Request, response: Response): Promise<SubmissionResult> {
    const body = await readFormBody(request, response);
    // It counts towards no rate limit, because pages of other sites can make a browser send it.
    if (!Buffer.isBuffer(body)) return body;
    const client = clientAddress(request, config.trustProxy);
    const form = parseForm(body);
    const isRefused = form.kind === 'refused';
    const values = isRefused ? form.values : form.fields;
    const limited = limit.take(client, isRefused);
    if (limited)
      return { ...refused(429, limited.outcome), retryAfter: String(limited.seconds), values };
    if (isRefused) {
      const { status, errors } = form;
      return { ...refused(status, status === 400 ? 'malformed' : 'invalid'), values, errors };
    }
    const { requestId } = response.locals;
    const { fields, flags } = form;
    const page = refererPath(request.headers, config.siteUrl);
    // Without scripts the campaign is in the address of the page alone.
    const query = refererQuery(request.headers, config.siteUrl);
    const source = form.source ?? parseRequestSource((param) => query.get(param));
    const result = await backend({ fields, flags, page, source, request, client, requestId });
    return { ...result, values };
  }

  /** Reads the body of a form from this site, or refuses anything else. */
  async function readFormBody(
    request: Request,
    response: Response,
  ): Promise<Buffer | SubmissionResult> {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST');
      return refused(405, 'method');
    }
    const body = await readBody(request, CALLBACK_BODY_LIMIT_BYTES);
    if (!body) {
      // Not at once: that would reset the connection and lose the response.
      const closeConnection = () => request.complete || request.socket.destroy();
      response.once('finish', () => setTimeout(logErrors(closeConnection), LINGER_MS).unref());
      return refused(413, 'too_large');
    }
    if (!isFormContentType(request.headers)) return refused(415, 'not_a_form');
    if (isCrossSite(request.headers, config.siteUrl)) return refused(403, 'cross_site');
    return body;
  }

  /**
   * Responds to a script with JSON, and to a browser's own form post with the contact page and the
   * message of docs/specification.md, section 4.
   */
  async function sendResult(
    request: Request,
    response: Response,
    answer: SubmissionResult,
  ): Promise<void> {
    const { status, ok, json, retryAfter, errors = {}, values = EMPTY_FIELDS } = answer;
    if (retryAfter) response.set('Retry-After', retryAfter);
    // A browser's own form post prefers HTML; a script's fetch asks for JSON or takes anything.
    if (request.accepts(['json', 'html']) !== 'html') {
      const callbackWithin = ok ? callbackPromiseNow(config.company) : undefined;
      response.status(status).type('json');
      response.end(json ?? JSON.stringify({ ok, callbackWithin }));
      return;
    }
    await sendForm(response, {
      // The backend's `{"ok":false}` with a 200 becomes a 502 for browsers, so that the status does
      // not claim success.
      status: ok || status >= 400 ? status : 502,
      form: { outcome: ok ? 'sent' : 'rejected', values, errors },
    });
  }
}

const EMPTY_FIELDS = mapFields(() => '');
