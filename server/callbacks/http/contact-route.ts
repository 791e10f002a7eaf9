import type { Request, Response, Router } from 'express';
import type { Logger } from 'pino';
import { CALLBACK_BODY_LIMIT_BYTES } from '../../../shared/site/constants.ts';
import type { Config } from '../../config.ts';
import { strictRouter } from '../../http/reply.ts';
import type { RequestNote } from '../../ops/access-log.ts';
import { clientAddress } from '../../ops/address.ts';
import type { Metrics } from '../../ops/metrics.ts';
import type { Callbacks } from '../open.ts';
import { createCircuitBreaker } from '../php/circuit-breaker.ts';
import { createPhpProxy } from '../php/php-proxy.ts';
import { type Backend, forwardToPhp, keepInStore } from './backend.ts';
import { type Answer, type RenderForm, refused, sendAnswer } from './callback-answer.ts';
import { type AcceptedForm, checkForm } from './form.ts';
import { RateLimit, type Wait } from './rate-limit.ts';
import { isCrossSite, isForm, readBody, VisitorLeft } from './request.ts';

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
  renderForm: RenderForm;
}

/** POST /contact.php, with the answers of the table in docs/interface.md. */
export function createContactRoute(parts: RouteParts): Router {
  const { config, metrics, renderForm } = parts;
  const backend = chooseBackend(parts);
  const limit = new RateLimit(config.contactRateLimit);
  const router = strictRouter();

  router.all('/contact.php', async (request, response) => {
    response.locals.route = '/contact.php';
    try {
      const answer = await takeRequest(request, response);
      metrics.callbacks.inc({ outcome: answer.outcome });
      await sendAnswer(request, response, answer, renderForm);
    } catch (error) {
      if (!(error instanceof VisitorLeft)) throw error;
      metrics.callbacks.inc({ outcome: 'visitor_left' });
    }
  });
  return router;

  async function takeRequest(request: Request, response: Response): Promise<Answer> {
    const client = clientAddress(request, config.trustProxy);
    const form = await check(request, response);
    const wait = limit.afterRefusals(client) ?? ('fields' in form ? limit.take(client) : null);
    if (!('fields' in form)) limit.countRefusal(client);
    if (wait) return tooMany(wait, 'fields' in form ? form.fields : form.values);
    if (!('fields' in form)) return form;
    const { requestId, traceparent } = response.locals as Partial<RequestNote>;
    const userAgent = request.headers['user-agent'];
    return {
      values: form.fields,
      ...(await backend({ ...form, client, requestId, traceparent, userAgent })),
    };
  }

  /** The checks, in the order of the table in docs/interface.md. */
  async function check(request: Request, response: Response): Promise<AcceptedForm | Answer> {
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
    const form = checkForm(body);
    if ('fields' in form) return form;
    return { ...refused(form.status, form.status === 400 ? 'malformed' : 'invalid'), ...form };
  }
}

function tooMany({ outcome, seconds }: Wait, values: Answer['values']): Answer {
  return { ...refused(429, outcome), retryAfter: String(seconds), values };
}

function chooseBackend({ config, log, callbacks }: RouteParts): Backend {
  if (config.phpBackendUrl) {
    const send = createCircuitBreaker(createPhpProxy(config.phpBackendUrl));
    return forwardToPhp({ send, callbacks, spool: config.callbackSpool, log });
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
    setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
  });
}
