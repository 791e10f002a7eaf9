import { createHash } from 'node:crypto';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { createElement } from 'react';
import { lastWeeks, type WeeklyCounts } from '../../database/weekly-counts.ts';
import { type Assets, serveAssets } from '../../http/assets.ts';
import { isCrossSite } from '../../http/host.ts';
import type { SharedWindows } from '../../http/limits.ts';
import { replyText } from '../../http/reply.ts';
import type { Callbacks } from '../open.ts';
import { createAudit } from './audit.ts';
import { basicAuth } from './basic-auth.ts';
import { CountsPage } from './CountsPage.tsx';
import { addListRoutes } from './list-routes.ts';
import { addRecordRoutes } from './record-routes.ts';
import { createSend } from './send-page.ts';

const WEEKS_SHOWN = 12;

interface DeskParts {
  password: string;
  /** Number of trusted proxies in front. */
  trustProxy: number;
  company: () => string;
  assets: Assets;
  stylesheet: () => string;
  callbacks: Callbacks;
  counts: WeeklyCounts;
  /** Of visits that are counted. */
  share: number;
  sharedWindows: SharedWindows | null;
  log: Logger;
}

/** `/callbacks`, where staff see whom to ring and write down what came of it. */
export function createDesk(parts: DeskParts): Express {
  const { password, trustProxy, company, assets, stylesheet, log } = parts;
  const { store } = parts.callbacks;
  const send = createSend({ store, company, stylesheet });
  const desk = express().disable('x-powered-by').disable('etag').set('query parser', 'simple');
  desk.set('trust proxy', trustProxy);
  desk.use('/static', serveAssets(assets, 'static'));
  desk.use(
    ['/callbacks', '/callbacks.csv'],
    (...request) => secured(stylesheet())(...request),
    basicAuth(password, trustProxy, parts.sharedWindows),
    refuseForeignForms,
  );
  const routing = { ...parts.callbacks, send, audit: createAudit(log), log };
  desk.get('/callbacks/counts', async (_request, response) => {
    const weeks = lastWeeks(WEEKS_SHOWN);
    const counts = await parts.counts.since(weeks[0] as string);
    const children = createElement(CountsPage, { weeks, counts, share: parts.share });
    await send(response, { title: 'Calls and forms by week', children });
  });
  addListRoutes(desk, routing);
  addRecordRoutes(desk, routing);

  desk.use((_request, response) => {
    response.status(404).type('text/plain').send('Not Found\n');
  });
  desk.use(((error, _request, response, next) => {
    if (error instanceof URIError) return replyText(response, 400, 'Bad Request\n');
    log.error({ err: error }, 'the desk could not answer');
    if (response.headersSent) return next(error);
    response.status(503).type('text/plain').send('The store cannot be read or written.\n');
  }) satisfies ErrorRequestHandler);
  return desk;
}

const refuseForeignForms: RequestHandler = (request, response, next) => {
  if (request.method !== 'POST' || !isCrossSite(request.headers, '')) return next();
  response.status(403).type('text/plain').send('This form is not from the desk.\n');
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
