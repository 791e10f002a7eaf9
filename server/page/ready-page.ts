import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { pagePath } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, PAGE_CACHE_CONTROL, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import type { PageCache } from './cache.ts';
import { type EtagOf, matchesEtag } from './edition.ts';
import type { ReadyPage } from './load.ts';
import type { StreamPage } from './stream.ts';

/** Sends a page whose data is there, and keeps it when it is a page for everyone. */
export function createReadyPage(parts: {
  site: Site;
  headers: Headers;
  cache: PageCache;
  etagOf: EtagOf;
  stream: StreamPage;
  log: Logger;
}) {
  const { site, headers, cache, etagOf, stream, log } = parts;
  return async function sendReady(
    request: Request,
    response: Response,
    loaded: ReadyPage,
  ): Promise<void> {
    const { match, status, version, current, blog } = loaded;
    const path = match.route.path === '*' ? request.path : pagePath(match);
    const etag = etagOf(path, version);
    const cacheable = status === 200;
    const list = [
      ...headers.page(match.route.id),
      HTML,
      cacheable ? (['Cache-Control', PAGE_CACHE_CONTROL] as const) : NO_STORE,
      ['Vary', 'Accept-Encoding'] as const,
    ];
    response.status(status);
    setHeaders(response, list);
    if (loaded.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(loaded.retryAfterSeconds));
    if (cacheable) {
      response.setHeader('ETag', etag);
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        response.status(304).end();
        return;
      }
    }
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const keep = (html: Buffer) => {
      if (!cacheable) return;
      cache
        .keep(path, { html, version, current, etag, route: match.route.path, headers: list })
        .catch((error: unknown) => log.error({ err: error }, 'page could not be kept'));
    };
    const page = { path, page: match.route.id, blog, site, scripted: true };
    await stream(response, page, keep);
  };
}
