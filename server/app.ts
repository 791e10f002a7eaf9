import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Site } from '../shared/site/site-context.ts';
import { createExpress } from './express.ts';
import { asksTooMuch, connectionOf } from './http/connections.ts';
import { checkRequest, locate, refuse } from './http/gate.ts';
import { createHeaders } from './http/headers.ts';
import { createHostCheck } from './http/host.ts';
import { createAccessLog } from './ops/access-log.ts';
import { PageCache } from './page/kept/cache.ts';
import { createPages } from './page/pages.ts';
import type { AppParts } from './parts.ts';

/**
 * The whole site as a request listener. A request passes the gate, then the page cache; Express
 * answers everything that those two do not.
 */
export function createApp(parts: AppParts): RequestListener {
  const { config, assets, log, metrics, library } = parts;
  const site: Site = {
    url: config.siteUrl,
    indexing: config.allowIndexing,
    vitalsSampleRate: config.vitalsSampleRate,
    serviceWorker: config.serviceWorker,
    company: config.company,
    testimonials: config.testimonials ?? (config.showsSamples ? undefined : []),
    faq: config.faq ?? undefined,
    legal: config.legal ?? undefined,
    // Without a store of our own, the PHP backend decides how long requests are kept.
    retentionDays: parts.callbacks ? config.callbackRetentionDays : undefined,
    samplePosts: !config.contentful && config.showsSamples,
  };
  const headers = createHeaders(config, assets.stylesheets);
  const cache = new PageCache({ sizeChanged: (bytes) => metrics.pageCacheBytes.set(bytes) });
  const pages = createPages({ assets, site, headers, library, cache, metrics, log });
  const express = createExpress({ ...parts, site, headers, pages });
  const accessLog = createAccessLog({ log, metrics, trustProxy: config.trustProxy });

  const checkHost = createHostCheck(config, log);

  return function listener(request: IncomingMessage, response: ServerResponse) {
    const connection = connectionOf(request.socket);
    if (asksTooMuch(connection, request.socket)) return;
    const note = accessLog.begin(request, connection);
    const refusal = checkRequest(request) ?? checkHost(request);
    const hit = refusal || request.method === 'POST' ? null : cache.answer(request, response);
    if (hit) return accessLog.finishHit(note, hit);
    const target = refusal ?? locate(request.url as string, config.redirects);
    const missing = 'match' in target && pages.answerMissing(target, request, response);
    if (missing) return accessLog.finishHit(note, missing);
    accessLog.follow(note, request, response, connection);
    if ('status' in target) return refuse(response, target, headers.data);
    // Express keeps what it finds here: handlers add their route pattern for the log.
    Object.assign(response, { locals: Object.assign(note, { match: target.match }) });
    express(request, response);
  };
}
