import type { Response } from 'express';
import { NOT_FOUND_ROUTE, pagePath } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import { type Headers, HTML, PAGE_CACHE_CONTROL, setHeaders } from '../http/headers.ts';
import { NO_STORE } from '../http/reply.ts';
import type { EtagOf } from './kept/edition.ts';
import type { ReadyPage } from './load.ts';
import { notFoundPath } from './missing-page.ts';
import type { Renderer } from './render.tsx';
import type { SendShared } from './shared-page.ts';
import type { Render, StreamPage } from './stream.ts';

/** Sends a page whose data is there. */
export function createReadyPage(parts: {
  site: Site;
  headers: Headers;
  etagOf: EtagOf;
  renderer: Renderer;
  stream: StreamPage;
  sendPage: SendShared;
  /** For answers that are not pages of the site, yet the same for everyone. */
  sendOther: SendShared;
}) {
  const { site, headers, etagOf, renderer, stream, sendPage, sendOther } = parts;

  return async function sendReady(
    response: Response,
    { match, status, version, current, blog, retryAfterSeconds }: ReadyPage,
  ): Promise<void> {
    const { id, path: route } = match.route;
    const notFound = id === NOT_FOUND_ROUTE.id;
    const path = notFound ? notFoundPath(response.req.path) : pagePath(match);
    const etag = status === 200 ? etagOf(path, version) : null;
    const render: Render = (onError) =>
      renderer.page({ path, page: id, blog, site, scripted: true, onError });
    const list = [
      ...headers.page(id),
      HTML,
      etag === null ? NO_STORE : (['Cache-Control', PAGE_CACHE_CONTROL] as const),
      ['Vary', 'Accept-Encoding'] as const,
    ];
    if (etag !== null || notFound) {
      const page = { key: path, route, status, version, current, etag, headers: list, render };
      return notFound ? sendOther(response, page) : sendPage(response, page);
    }
    response.status(status);
    setHeaders(response, list);
    if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
    if (response.req.method === 'HEAD') response.end();
    else await stream(response, render);
  };
}
