import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Site } from '../shared/site/site-context.ts';
import { createExpress } from './express.ts';
import { checkRequest, locate, refuse } from './http/gate.ts';
import { createHeaders } from './http/headers.ts';
import { createAccessLog } from './ops/access-log.ts';
import { PageCache } from './page/cache.ts';
import { createPages } from './page/pages.ts';
import type { AppParts } from './parts.ts';

/**
 * The whole site as a request listener, and so the way of a request: the gate, the page cache, and
 * Express for everything that these two do not answer.
 */
export function createApp(parts: AppParts): RequestListener {
  const { config, assets, log, metrics, library } = parts;
  const site: Site = {
    url: config.siteUrl,
    indexing: config.allowIndexing,
    vitalsSampleRate: config.vitalsSampleRate,
    serviceWorker: config.serviceWorker,
    company: config.company,
    samplePosts: config.contentful === null,
  };
  const headers = createHeaders(config, assets.stylesheets);
  const cache = new PageCache(metrics);
  const pages = createPages({ assets, site, headers, library, cache, log });
  const express = createExpress({ ...parts, site, headers, pages });
  const noteRequest = createAccessLog({ log, metrics, trustProxy: config.trustProxy });

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
    // Express keeps what it finds here: handlers add their route pattern for the log.
    Object.assign(response, { locals: Object.assign(note, { match: target.match }) });
    express(request, response);
  };
}
