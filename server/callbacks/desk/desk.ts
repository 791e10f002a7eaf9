import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { type Assets, serveAssets } from '../../http/assets.ts';
import { isCrossSite } from '../../http/host.ts';
import { createGuessLimiter } from '../../http/rate-limits.ts';
import { replyText } from '../../http/reply.ts';
import type { Callbacks } from '../start-callbacks.ts';
import { registerDeletePage } from './delete-page.tsx';
import { BODY_LIMIT_BYTES } from './follow-up-form.tsx';
import { registerListPage } from './list-page.tsx';
import { createPageSender } from './page-sender.tsx';
import { registerRequestPage } from './request-page.tsx';
import { registerSearchPage } from './search-page.tsx';
import { registerSignIn } from './sign-in.ts';
import { registerWeekPage } from './week-page.tsx';

/** The parts of the site that the desk shows. */
interface SiteDeps {
  config: Config;
  assets: Assets;
  callbacks: Callbacks | null;
  log: Logger;
}

/**
 * Creates the desk: `/callbacks`, where staff see who to call and write down how the call went.
 * @param current returns what the latest edit of the site file has left
 * @returns null without a password, or when PHP is the only receiver
 */
export function createDesk(current: () => SiteDeps): Express | null {
  const { config, assets, callbacks, log } = current();
  const { deskPassword, deskUrl, trustProxy, vitalsSampleRate: sampleRate } = config;
  if (!deskPassword || !callbacks) return null;
  const getCompany = () => current().config.company;
  const getStylesheet = () => current().assets.deskStylesheet;
  const { store, notices, counts: weeklyCounts } = callbacks;
  const getTheme = () => ({ company: getCompany().name, stylesheet: getStylesheet() });
  const send = createPageSender({ notices, log, getTheme });
  const desk = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  desk.use((_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  desk.use('/static', serveAssets(assets, 'static'));
  desk.get('/', (_request, response) => response.redirect('/callbacks'));
  const paths = ['/callbacks', '/callbacks.csv'];
  desk.use(paths, securityHeaders(getStylesheet));
  const wrong = createGuessLimiter('the desk', log);
  registerSignIn(desk, wrong, { password: deskPassword, trustProxy });
  desk.use(
    paths,
    rejectCrossSiteForms(deskUrl),
    express.urlencoded({ extended: false, limit: BODY_LIMIT_BYTES }),
  );
  const pageDeps = { store, send, log, getCompany };
  registerListPage(desk, pageDeps);
  registerSearchPage(desk, pageDeps);
  registerWeekPage(desk, { ...pageDeps, weeklyCounts, sampleRate });
  registerRequestPage(desk, pageDeps);
  registerDeletePage(desk, pageDeps);

  desk.use((_request, response) => replyText(response, 404, 'Not Found\n'));
  desk.use(((error, _request, response, next) => {
    const { status = 503, type } = error as { status?: number; type?: string };
    if (type === 'request.aborted') return; // there is nobody to answer
    if (status < 500) return replyText(response, status, `${STATUS_CODES[status]}\n`);
    log.error({ err: error }, 'a page of the desk failed');
    if (response.headersSent) return next(error);
    replyText(
      response,
      503,
      'Callback requests cannot be read or saved at the moment. Try again in a minute. If it goes on, tell the person who runs the website.\n',
    );
  }) satisfies ErrorRequestHandler);
  return desk;
}

/**
 * Rejects forms from other sites.
 * @param deskUrl is accepted besides the Host header, in which many proxies write their own address
 */
function rejectCrossSiteForms(deskUrl: string | null): RequestHandler {
  return (request, response, next) => {
    const isCrossSiteForm = request.method === 'POST' && isCrossSite(request.headers, deskUrl);
    if (isCrossSiteForm)
      replyText(
        response,
        403,
        'This form was not sent from the desk. Open the desk again and try once more.\n',
      );
    else next();
  };
}

/**
 * Sets the security headers of the desk: no scripts and nothing from other origins. The referrer
 * policy is `same-origin` because `no-referrer` would hide the origin of the desk's own forms.
 */
function securityHeaders(stylesheet: () => string): RequestHandler {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [() => `'sha256-${hash('sha256', stylesheet(), 'base64')}'`],
        fontSrc: ["'self'"],
        imgSrc: ['data:'],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  return (request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    secure(request, response, next);
  };
}
