import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { constants } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import type { Logger } from 'pino';
import { STATIC_PATHS } from '../shared/addresses.ts';
import type { Site } from '../shared/site/site-context.ts';
import { createBlogApi } from './blog/http/api.ts';
import { createPreview } from './blog/http/preview.ts';
import { createPurgingRefresh } from './blog/http/purge.ts';
import { createWebhook } from './blog/http/webhook.ts';
import type { BlogLibrary } from './blog/library/library.ts';
import type { PreviewSource } from './blog/source/drafts.ts';
import { createContact } from './callbacks/contact.ts';
import type { Journal } from './callbacks/journal.ts';
import type { Config } from './config.ts';
import { createCrawlRoutes } from './crawl/crawl.ts';
import { type Assets, serveAssets } from './http/assets.ts';
import { createErrorHandler } from './http/errors.ts';
import { checkRequest, locate, refuse, type Target } from './http/gate.ts';
import { createHeaders, setHeaders } from './http/headers.ts';
import { createAccessLog } from './ops/access-log.ts';
import { createHealth, type Readiness } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { createVitals } from './ops/vitals.ts';
import { PageCache } from './page/cache.ts';
import { createPages } from './page/pages.ts';
import { createServiceWorker } from './page/service-worker.ts';

export interface AppParts {
  config: Config;
  assets: Assets;
  log: Logger;
  metrics: Metrics;
  library: BlogLibrary;
  /** Null when the content service offers no drafts. */
  drafts: PreviewSource | null;
  journal: Journal | null;
  readiness: Readiness;
}

/**
 * Brotli at this quality costs less than the render that it compresses; the page cache makes better
 * ones afterwards.
 */
const STREAMED_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 };

/**
 * The whole site as a request listener: gate, page cache, then Express with its middleware in the
 * order that a request meets it.
 */
export function createApp(parts: AppParts): RequestListener {
  const { config, assets, log, metrics, library, journal, readiness } = parts;
  const site: Site = {
    url: config.siteUrl,
    indexing: config.allowIndexing,
    vitalsSampleRate: config.vitalsSampleRate,
    serviceWorker: config.serviceWorker,
    company: config.company,
  };
  const headers = createHeaders(config, assets.stylesheets);
  const cache = new PageCache(metrics);
  const pages = createPages({ assets, site, headers, library, cache, log });
  const noteRequest = createAccessLog({ log, metrics, trustProxy: config.trustProxy });

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  app.use((_request, response, next) => {
    setHeaders(response, headers.data); // pages set their own over these
    next();
  });
  app.use('/static', serveAssets(assets, 'static'));
  app.use(compression({ brotli: { params: STREAMED_BROTLI } }));
  app.use(createHealth({ readiness, build: assets.build }));
  app.use(createContact({ config, log, metrics, journal, renderForm }));
  app.use(createVitals({ metrics }));
  const refreshing = config.cachePurgeUrl
    ? createPurgingRefresh({ library, url: config.cachePurgeUrl, log })
    : library;
  app.use(createWebhook({ secret: config.webhookSecret, library: refreshing }));
  app.use(createBlogApi({ library }));
  app.use(
    createCrawlRoutes({ config, library, staticPaths: STATIC_PATHS, buildTime: assets.builtAt }),
  );
  app.use(createServiceWorker({ assets, site, headers, log }));
  app.use(createPreview({ secret: config.preview?.secret ?? null, drafts: parts.drafts, pages }));
  app.use(serveAssets(assets, '.'));
  app.use((request, response, next) => {
    const { match } = targets.get(request) as Target;
    response.locals.route = match.route.path;
    if (request.method === 'POST') {
      response
        .set('Allow', 'GET, HEAD')
        .set('Cache-Control', 'no-store')
        .status(405)
        .type('text/plain')
        .send('Method Not Allowed\n');
      return;
    }
    response.locals.cache = 'miss';
    pages.page(request, response, match).catch(next);
  });
  app.use(createErrorHandler({ pages, headers, log }));

  const targets = new WeakMap<IncomingMessage, Target>();

  return function listener(request: IncomingMessage, response: ServerResponse) {
    const note = noteRequest(request, response);
    const refusal = checkRequest(request);
    if (refusal) return refuse(response, refusal, headers.data);
    const hit = cache.answer(request, response);
    if (hit !== null) {
      note.route = hit;
      note.cache = 'hit';
      return;
    }
    const target = locate(request.url as string);
    if ('status' in target) return refuse(response, target, headers.data);
    targets.set(request, target);
    // Express keeps what it finds here: handlers add their route pattern for the log.
    Object.assign(response, { locals: note });
    app(request, response);
  };

  function renderForm(
    _request: unknown,
    response: express.Response,
    answer: Parameters<FormRenderer>[2],
  ) {
    return pages.sendPrivate(response, {
      status: answer.status,
      path: '/contact',
      formAnswer: answer.form,
    });
  }
}

type FormRenderer = Parameters<typeof createContact>[0]['renderForm'];
