import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { NOT_FOUND_ROUTE, type RouteMatch } from '../shared/routes.ts';
import type { Site } from '../shared/site/site-context.ts';
import { callbackPromise } from './callbacks/callback-promise.ts';
import { assertRedirectsFree, followRedirects } from './config/site-file/redirects.ts';
import type { Content } from './content/content.ts';
import { addressOf } from './content/lookup.ts';
import { type AppDeps, createEndpoints } from './endpoints.ts';
import { createAccessLog, type RequestLogEntry } from './http/access-log.ts';
import { serveAssets } from './http/assets.ts';
import { compress } from './http/compression.ts';
import { createEndpointRouter, describeEndpoints, type Endpoint } from './http/endpoints.ts';
import { createErrorHandler } from './http/errors.ts';
import {
  type ContentState,
  exceedsPipelineLimit,
  getConnection,
  type ResolvedTarget,
  refuse,
  resolveTarget,
  validateRequest,
} from './http/gate.ts';
import { createHeaders, type Headers, setHeaders } from './http/headers.ts';
import { createHostCheck, createProxyCheck } from './http/host.ts';
import { createPageCache, type RenderedPage } from './pages/page-cache.ts';
import { createPages, type Pages } from './pages/pages.ts';
import { createRenderer } from './pages/render.tsx';
import { createHeadWriter } from './seo/Seo.tsx';

declare global {
  namespace Express {
    /** The state of a request when Express gets it; handlers add their route for the log. */
    interface Locals extends RequestLogEntry, ResolvedTarget {}
  }
}

/** The site as a request listener, which can prerender pages before the first request. */
export interface App extends RequestListener {
  prepare: Pages['prepare'];
}

/**
 * Creates the whole site as a request listener. A request passes the gate, then the page cache;
 * Express handles everything that those two do not.
 */
export function createApp(deps: AppDeps): App {
  const { config, assets, log, metrics } = deps;
  const site = siteOf(deps);
  const proof = config.proof ? deps.callbacks?.proof : undefined;
  const headers = createHeaders(config, assets.stylesheets);
  const cache = createPageCache({
    versions: [deps.content.version, ...(proof ? [proof.version] : [])],
    onSizeChange: (bytes) => metrics.pageCacheBytes.set(bytes),
    onError: (error) => log.error({ err: error }, 'a page could not be compressed'),
  });
  const renderer = createRenderer(assets, createHeadWriter(assets));
  const { company } = config;
  const { content } = deps;
  const stateOf = createStateLookup(content);
  const redirectOf = (path: string) =>
    followRedirects(path, config.redirects, (match) =>
      ['live', 'unknown'].includes(stateOf(match)),
    );
  const siteNow = () => ({
    ...site,
    ...content.snapshot.siteContent.site,
    proof: proof?.describe(company),
  });
  const pages = createPages({
    ...deps,
    company,
    facts: site,
    site: siteNow,
    siteVersion: () => `${content.snapshot.siteContent.version}${proof ? ` ${proof.digest}` : ''}`,
    headers,
    renderer,
    cache,
  });
  const endpoints = createEndpoints({ ...deps, site, headers, pages, renderer, redirectOf });
  const { isTaken, endpointTarget, allowed } = describeEndpoints(endpoints, assets.publicFiles);
  assertRedirectsFree(config.redirects, isTaken);
  const express = createExpress(deps, { headers, pages, endpoints });
  const accessLog = createAccessLog({ log, metrics, trustProxy: config.trustProxy });
  const checkHost = createHostCheck(config);
  const checkProxies = createProxyCheck(config.trustProxy, log);

  function handle(request: IncomingMessage, response: ServerResponse) {
    const connection = getConnection(request.socket);
    if (exceedsPipelineLimit(connection, request.socket)) return;
    const entry = accessLog.start(request, response, connection);
    if (request.headers['x-forwarded-for'] !== undefined) checkProxies(request);
    const refusal = validateRequest(request, allowed) ?? checkHost?.(request);
    if (refusal) return refuse(response, refusal, headers.data);
    // Most requests are for a page that is cached: no endpoint has the address of one.
    const mayBeCached = request.method !== 'POST';
    const cached = mayBeCached ? cache.serve(request, response) : null;
    if (cached) return logHit(entry, cached);
    const url = request.url as string;
    const endpoint = endpointTarget(url);
    if (endpoint) return pass(request, response, Object.assign(entry, endpoint));
    const target = resolveTarget(url, redirectOf, stateOf);
    if ('status' in target) return refuse(response, target, headers.data);
    const notFound =
      mayBeCached && !isTaken(target.path) && pages.serveNotFound(target, request, response);
    if (notFound) return logHit(entry, notFound);
    pass(request, response, Object.assign(entry, target));
  }

  /** Passes a request on to Express. */
  function pass(request: IncomingMessage, response: ServerResponse, locals: Express.Locals) {
    Object.assign(response, { locals });
    express(request, response);
  }

  function listener(request: IncomingMessage, response: ServerResponse): void {
    try {
      handle(request, response);
    } catch (error) {
      log.error({ err: error }, 'request failed');
      request.socket.destroy();
    }
  }

  return Object.assign(listener, { prepare: pages.prepare });
}

/** Creates the look-up of what the content has at an address; other pages are always there. */
function createStateLookup(content: Content) {
  return (match: RouteMatch): ContentState => {
    const address = match.route.data === 'list' ? null : addressOf(match);
    if (address === null) return match.route === NOT_FOUND_ROUTE ? 'missing' : 'live';
    const found = content.peek(address);
    if (found === null) return 'unknown';
    if (found.state === 'ready') return 'live';
    return found.state === 'missing' ? 'missing' : 'former';
  };
}

function logHit(entry: RequestLogEntry, { route }: Pick<RenderedPage, 'route'>): void {
  entry.route = route;
  entry.cache = 'hit';
}

/** Returns the facts of the site and its company that pages show. */
function siteOf({ config, callbacks, contentKind }: AppDeps): Site {
  const { company, claims, experience, faq, headings, legal, photoTexts, showsSamples } = config;
  return {
    url: config.siteUrl,
    indexing: config.allowIndexing,
    vitalsSampleRate: config.vitalsSampleRate,
    serviceWorker: config.serviceWorker,
    company: { ...company, callbackWithin: callbackPromise(company) },
    claims,
    ownMark: config.mark?.path,
    subtitle: config.brand?.subtitle,
    experience,
    testimonials: config.testimonials ?? (showsSamples ? undefined : []),
    faq,
    headings,
    legal,
    photos: photoTexts,
    // Without a store of our own, the PHP backend decides how long requests are kept.
    retentionDays: callbacks ? config.callbackRetentionDays : undefined,
    samplePosts: contentKind === 'samples',
    noBlog: contentKind === 'none' ? true : undefined,
  };
}

/** Creates Express with its middleware, in the order in which a request passes through it. */
function createExpress(
  { config, assets, log }: AppDeps,
  { headers, pages, endpoints }: { headers: Headers; pages: Pages; endpoints: Endpoint[] },
) {
  const app = express();
  app.disable('x-powered-by');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', 'simple');

  app.use((_request, response, next) => {
    setHeaders(response, headers.data); // pages override these
    next();
  });
  app.use('/static', serveAssets(assets, 'static'));
  app.use(compress);
  app.use(createEndpointRouter(endpoints));
  app.use(serveAssets(assets, '.'));
  app.use(pages.page);
  app.use(createErrorHandler({ sendError: pages.sendError, headers, log }));
  return app;
}
