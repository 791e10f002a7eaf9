import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { STATIC_PATHS } from '../shared/addresses.ts';
import type { Site } from '../shared/site/site-context.ts';
import { createBlogApi } from './blog/http/api.ts';
import { createPreview } from './blog/http/preview.ts';
import { createWebhook } from './blog/http/webhook.ts';
import type { RenderForm } from './callbacks/http/callback-answer.ts';
import { createContactRoute } from './callbacks/http/contact-route.ts';
import { createCrawlRoutes } from './crawl/crawl.ts';
import { serveAssets } from './http/assets.ts';
import { createErrorHandler } from './http/errors.ts';
import type { Target } from './http/gate.ts';
import { type Headers, setHeaders } from './http/headers.ts';
import { methodNotAllowed } from './http/reply.ts';
import { createReports } from './ops/beacons/reports.ts';
import { createVitals } from './ops/beacons/vitals.ts';
import { createHealth } from './ops/health.ts';
import type { Pages } from './page/pages.ts';
import { createServiceWorker } from './page/service-worker.ts';
import type { AppParts } from './parts.ts';

interface ExpressParts extends AppParts {
  site: Site;
  headers: Headers;
  pages: Pages;
}

/**
 * Brotli at this quality costs less time than rendering the page does. The page cache compresses
 * again, better, afterwards.
 */
const STREAMED_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Express with its middleware, in the order in which a request passes through it. */
export function createExpress(parts: ExpressParts): Express {
  const { config, assets, log, metrics, library, callbacks, readiness } = parts;
  const { site, headers, pages } = parts;
  const renderForm: RenderForm = (_request, response, { status, form }) =>
    pages.sendPrivate(response, { status, path: '/contact', formAnswer: form });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  app.use(securityHeaders(headers)); // pages override these
  app.use('/static', serveAssets(assets, 'static'));
  app.use(compression({ brotli: { params: STREAMED_BROTLI } }));
  app.use(createHealth({ readiness, store: callbacks?.store ?? null, build: assets.build }));
  app.use(createContactRoute({ config, log, metrics, callbacks, renderForm }));
  app.use(createVitals({ metrics, siteUrl: config.siteUrl }));
  app.use(createReports({ ...config, metrics, log }));
  app.use(createWebhook({ config, library }));
  app.use(createBlogApi({ library, script: assets.entry }));
  const { colours } = assets;
  app.use(createCrawlRoutes({ config, library, colours, staticPaths: STATIC_PATHS }));
  app.use(createServiceWorker({ assets, site, headers, log }));
  app.use(createPreview({ secret: config.preview?.secret ?? null, drafts: parts.drafts, pages }));
  app.use(serveAssets(assets, '.'));
  app.use(servePage(pages));
  app.use(createErrorHandler({ pages, headers, log }));
  return app;
}

function securityHeaders(headers: Headers): RequestHandler {
  return (_request, response, next) => {
    setHeaders(response, headers.data);
    next();
  };
}

function servePage(pages: Pages): RequestHandler {
  return async (request: Request, response: Response) => {
    const { match } = response.locals as Target;
    response.locals.route = match.route.path;
    if (request.method === 'POST') return methodNotAllowed(response, 'GET, HEAD');
    response.locals.cache = 'miss';
    await pages.page(request, response, match);
  };
}
