import { createHash } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { createElement } from 'react';
import type { Config } from '../../config/config.ts';
import { lastWeeks, type WeeklyCounts } from '../../database/weekly-counts.ts';
import { type Assets, serveAssets } from '../../http/assets.ts';
import { isCrossSite } from '../../http/host.ts';
import type { SharedWindows } from '../../http/limits.ts';
import { replyText } from '../../http/reply.ts';
import type { Callbacks } from '../open.ts';
import { basicAuth } from './basic-auth.ts';
import { CountsPage } from './CountsPage.tsx';
import { createSend } from './DeskPage.tsx';
import { addRoutes } from './routes.ts';

const WEEKS_SHOWN = 12;

/**
 * The desk: `/callbacks`, where staff see whom to ring and write down what came of it. Null without
 * a password, or when nothing is kept.
 */
export function openDesk(site: {
  /** An edit of the site file changes these two. */
  readonly config: Config;
  readonly assets: Assets;
  callbacks: Callbacks | null;
  counts: WeeklyCounts | null;
  /** Null where nobody shares a database. */
  limits: { shared: SharedWindows | null };
  log: Logger;
}): Express | null {
  const { callbacks, counts: weekly, limits, log, assets } = site;
  const { deskPassword, trustProxy, vitalsSampleRate: share } = site.config;
  if (!deskPassword || !callbacks || !weekly) return null;
  const send = createSend(callbacks.store, () => ({
    company: site.config.company.name,
    stylesheet: site.assets.deskStylesheet,
  }));
  const desk = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  desk.set('trust proxy', trustProxy);
  desk.use('/static', serveAssets(assets, 'static'));
  desk.use(
    ['/callbacks', '/callbacks.csv'],
    (...request) => secured(site.assets.deskStylesheet)(...request),
    basicAuth(deskPassword, trustProxy, limits.shared),
    refuseForeignForms,
  );
  desk.get('/callbacks/counts', async (_request, response) => {
    const weeks = lastWeeks(WEEKS_SHOWN);
    const counts = await weekly.since(weeks[0] as string);
    const children = createElement(CountsPage, { weeks, counts, share });
    await send(response, { title: 'Calls and forms by week', children });
  });
  addRoutes(desk, { callbacks, send, log });

  desk.use((_request, response) => replyText(response, 404, 'Not Found\n'));
  desk.use(((error, _request, response, next) => {
    if (error instanceof URIError) return replyText(response, 400, 'Bad Request\n');
    log.error({ err: error }, 'the desk could not answer');
    if (response.headersSent) return next(error);
    replyText(response, 503, 'The store cannot be read or written.\n');
  }) satisfies ErrorRequestHandler);
  return desk;
}

const refuseForeignForms: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || !isCrossSite(request.headers, '')) return next();
  replyText(response, 403, 'This form is not from the desk.\n');
};

/**
 * No scripts and nothing from elsewhere. The referrer policy is `same-origin` because `no-referrer`
 * would hide the origin of the desk's own forms.
 */
function secured(stylesheet: string): RequestHandler {
  const hash = createHash('sha256').update(stylesheet).digest('base64');
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: [`'sha256-${hash}'`],
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
