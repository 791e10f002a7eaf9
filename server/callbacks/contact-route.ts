import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { CALLBACK_BODY_LIMIT_BYTES } from '../../shared/site/constants.ts';
import type { Config } from '../config/config.ts';
import type { RequestNote } from '../http/access-log.ts';
import { clientAddress } from '../http/address.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { isCrossSite } from '../http/host.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded } from '../ops/timers.ts';
import { type Backend, forwardToPhp, keepInStore } from './backend.ts';
import { type Answer, type RenderForm, refused, sendAnswer } from './callback-answer.ts';
import { checkForm } from './form.ts';
import type { Callbacks } from './open.ts';
import { createCircuitBreaker } from './php/circuit-breaker.ts';
import { createPhpProxy } from './php/php-proxy.ts';
import type { RateLimit, Wait } from './rate-limit.ts';
import { isForm, readBody, VisitorLeft } from './request.ts';

/**
 * How long a client that sends too much may continue, so that it can read the 413 (nginx calls this
 * lingering_close).
 */
const LINGER_MS = 1000;

interface RouteParts {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** Null when the PHP backend alone keeps callback requests. */
  callbacks: Callbacks | null;
  limit: RateLimit;
  renderForm: RenderForm;
  /** By what the request is known in logs, ours and others'. */
  traceOf: (response: Response) => Partial<Pick<RequestNote, 'requestId' | 'traceparent'>>;
}

/** POST /contact.php, with the answers of the table in docs/interface.md. */
export function contactEndpoint(parts: RouteParts): Endpoint {
  const { config, metrics, limit, renderForm, traceOf } = parts;
  const backend = chooseBackend(parts);
  const answer: RequestHandler = async (request, response) => {
    try {
      const taken = await takeRequest(request, response);
      metrics.callbacks.inc({ outcome: taken.outcome });
      await sendAnswer(request, response, taken, renderForm);
    } catch (error) {
      if (!(error instanceof VisitorLeft)) throw error;
      metrics.callbacks.inc({ outcome: 'visitor_left' });
    }
  };
  return {
    path: '/contact.php',
    methods: ['POST'],
    refusesItself: true, // a person who comes back to the address gets the form
    cache: 'no-store',
    handlers: [answer],
  };

  async function takeRequest(request: Request, response: Response): Promise<Answer> {
    const body = await readForm(request, response);
    // Pages of other sites can make a browser send what is answered here, so it counts for nothing.
    if (!Buffer.isBuffer(body)) return body;
    const client = clientAddress(request, config.trustProxy);
    const form = checkForm(body);
    if (form.kind === 'refused') {
      const wait = limit.afterRefusals(client);
      if (wait) return tooMany(wait, form.values);
      await limit.countRefusal(client);
      const { status, values, errors } = form;
      return { ...refused(status, status === 400 ? 'malformed' : 'invalid'), values, errors };
    }
    const wait = limit.afterRefusals(client) ?? (await limit.take(client));
    if (wait) return tooMany(wait, form.fields);
    const userAgent = request.headers['user-agent'];
    const { requestId, traceparent } = traceOf(response);
    const callback = { ...form, request, client, requestId, traceparent, userAgent };
    return { values: form.fields, ...(await backend(callback)) };
  }

  /** The body of a form from this site, or the answer to anything else. */
  async function readForm(request: Request, response: Response): Promise<Buffer | Answer> {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST');
      return refused(405, 'method');
    }
    const body = await readBody(request, CALLBACK_BODY_LIMIT_BYTES);
    if (!body) {
      hangUpSoon(request, response);
      return refused(413, 'too_large');
    }
    if (!isForm(request.headers)) return refused(415, 'not_a_form');
    if (isCrossSite(request.headers, config.siteUrl)) return refused(403, 'cross_site');
    return body;
  }
}

function tooMany({ outcome, seconds }: Wait, values: Answer['values']): Answer {
  return { ...refused(429, outcome), retryAfter: String(seconds), values };
}

function chooseBackend({ config, log, callbacks }: RouteParts): Backend {
  const { php } = config.channels;
  if (php) {
    const send = createCircuitBreaker(createPhpProxy(php.url));
    return forwardToPhp({ send, callbacks, spool: php.spool, log });
  }
  if (!callbacks) throw new Error('without a PHP backend, callback requests need a store');
  return keepInStore(callbacks, log);
}

/**
 * Lets the client send for a moment longer, then closes the connection. Closing at once would reset
 * it and lose the answer.
 */
function hangUpSoon(request: Request, response: Response): void {
  response.once('finish', () => {
    setTimeout(
      guarded(() => request.complete || request.socket.destroy()),
      LINGER_MS,
    ).unref();
  });
}
