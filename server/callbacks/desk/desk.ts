import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { createElement } from 'react';
import { sanitizeValue } from '../../../shared/callback/fields.ts';
import { cutText } from '../../../shared/cut-text.ts';
import type { Config } from '../../config/config.ts';
import { lastWeeks, type WeeklyCounts } from '../../database/weekly-counts.ts';
import { type Assets, serveAssets } from '../../http/assets.ts';
import { clientAddress } from '../../http/client-address.ts';
import { isCrossSite } from '../../http/host.ts';
import { createGuessLimiter, type GuessLimiter } from '../../http/rate-limits.ts';
import { replyText, replyTooMany } from '../../http/reply.ts';
import { secretsMatch } from '../../http/secrets.ts';
import { fromLondonInput } from '../london-time.ts';
import { stripForbiddenCharacters } from '../parse-form.ts';
import type { Callbacks } from '../start-callbacks.ts';
import { CountsPage } from './CountsPage.tsx';
import { createPageSender } from './DeskLayout.tsx';
import { BODY_LIMIT_BYTES } from './follow-up-form.ts';
import { registerListRoutes } from './list-routes.ts';
import { registerRequestRoutes } from './request-routes.ts';
import { createViewLog } from './view-log.ts';

const WEEKS_SHOWN = 12;

interface DeskDeps {
  config: Config;
  assets: Assets;
  callbacks: Callbacks | null;
  counts: WeeklyCounts | null;
  log: Logger;
}

/**
 * Creates the desk: `/callbacks`, where staff see who to call and write down how the call went.
 * @param current returns what the latest edit of the site file has left
 * @returns null without a password, or when PHP is the only receiver
 */
export function createDesk(current: () => DeskDeps): Express | null {
  const { config, assets, callbacks, counts: weeklyCounts, log } = current();
  const { deskPassword, deskUrl, trustProxy, vitalsSampleRate: sampleRate } = config;
  if (!deskPassword || !callbacks || !weeklyCounts) return null;
  const getCompany = () => current().config.company;
  const getStylesheet = () => current().assets.deskStylesheet;
  const send = createPageSender(callbacks, () => ({
    company: getCompany().name,
    stylesheet: getStylesheet(),
  }));
  const desk = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  desk.use((_request, response, next) => {
    response.set('X-Content-Type-Options', 'nosniff');
    next();
  });
  desk.use('/static', serveAssets(assets, 'static'));
  desk.get('/', (_request, response) => response.redirect('/callbacks'));
  desk.use(
    ['/callbacks', '/callbacks.csv'],
    securityHeaders(getStylesheet),
    basicAuth(deskPassword, trustProxy, createGuessLimiter('the desk', log)),
    rejectCrossSiteForms(deskUrl),
    express.urlencoded({ extended: false, limit: BODY_LIMIT_BYTES }),
  );
  desk.get('/callbacks/counts', async (_request, response) => {
    const weeks = lastWeeks(WEEKS_SHOWN);
    const [first] = weeks as [string];
    const [counts, requests] = await Promise.all([
      weeklyCounts.since(first),
      callbacks.store.firstCalls(new Date(fromLondonInput(`${first}T00:00`) as string)),
    ]);
    const props = { weeks, counts, share: sampleRate, requests, company: getCompany() };
    const children = createElement(CountsPage, props);
    await send(response, { title: 'Calls and forms by week', children });
  });
  const { store } = callbacks;
  const routeDeps = { store, send, log, logViews: createViewLog(log), getCompany };
  registerListRoutes(desk, routeDeps);
  registerRequestRoutes(desk, routeDeps);

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

/** The longest user name that is stored, in code points. */
const MAX_USER_NAME_LENGTH = 60;

/**
 * Authenticates by HTTP Basic with any user name (RFC 7617), which it puts into
 * `response.locals.by`. A blank one would leave nobody to ask about what was saved. After 20 wrong
 * passwords in ten minutes a client gets a 429, whatever it sends.
 */
function basicAuth(password: string, trustProxy: number, wrong: GuessLimiter): RequestHandler {
  return (request, response, next) => {
    const client = clientAddress(request, trustProxy);
    const seconds = wrong.secondsFull(client);
    if (seconds > 0)
      return replyTooMany(
        response,
        seconds,
        'Too many wrong passwords. Try again in ten minutes.\n',
      );
    const { user, password: given } = parseCredentials(request.headers.authorization);
    const isRight = secretsMatch(given, password);
    if (isRight && user) {
      response.locals.by = user;
      return next();
    }
    if (given !== undefined && !isRight) wrong.count(client);
    response.set('WWW-Authenticate', 'Basic realm="Callback requests", charset="UTF-8"');
    const text = 'Sign in with your own name as the user name, and the desk password.\n';
    replyText(response, 401, text);
  };
}

/** @returns the user name without forbidden characters; no password when none was given */
function parseCredentials(authorization = ''): { user: string; password?: string } {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization) ?? [];
  if (credentials === undefined) return { user: '' };
  const [given = '', ...password] = Buffer.from(credentials, 'base64').toString().split(':');
  const name = stripForbiddenCharacters(sanitizeValue({ type: 'text' }, given)).trim();
  const user = cutText(name, MAX_USER_NAME_LENGTH);
  return { user, password: password.join(':') };
}
