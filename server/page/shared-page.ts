import type { Response } from 'express';
import { setHeaders } from '../http/headers.ts';
import type { PageCache } from './kept/cache.ts';
import { matchesEtag } from './kept/edition.ts';
import { headersOf, type RenderedPage } from './kept/kept-page.ts';
import type { Render, StreamPage } from './stream.ts';

interface SharedPage extends Omit<RenderedPage, 'html'> {
  /** The key it is kept under: its path, or a name if it has no path. */
  key: string;
  render: Render;
}

/**
 * Sends a page that is the same for everyone: from memory, or rendered for the first who asks while
 * the others wait for it.
 */
export type SendShared = (response: Response, page: SharedPage) => Promise<void>;

export function createSharedPage(parts: { cache: PageCache; stream: StreamPage }): SendShared {
  const { cache, stream } = parts;
  const underWay = new Map<string, Promise<void>>();

  return async function sendShared(response, { key, render, ...page }) {
    const { req: request } = response;
    const edition = `${key} ${page.version}`;
    for (;;) {
      if (sendKept(response, key)) return;
      if (request.method === 'HEAD' || isKnown(request.headers['if-none-match'], page.etag)) break;
      const other = underWay.get(edition);
      if (!other) break;
      await other.catch(() => {}); // reported to the visitor whose render it was
      if (response.destroyed) return;
    }
    response.status(page.status);
    setHeaders(response, headersOf(page));
    if (isKnown(request.headers['if-none-match'], page.etag)) response.status(304).end();
    else if (request.method === 'HEAD') response.end();
    else {
      const own = stream(response, render)
        .then((html) => {
          if (html) cache.keep(key, { ...page, html });
        })
        .finally(() => underWay.delete(edition));
      underWay.set(edition, own);
      await own;
    }
  };

  /** @returns whether it was kept */
  function sendKept(response: Response, key: string): boolean {
    const { req: request } = response;
    if (!cache.answer(request, response, key)) {
      const kept = cache.read(key);
      if (!kept) return false;
      response.status(kept.page.status);
      setHeaders(response, headersOf(kept.page));
      response.end(request.method === 'HEAD' ? undefined : kept.page.html);
    }
    response.locals.cache = 'hit';
    return true;
  }
}

function isKnown(ifNoneMatch: string | undefined, etag: string | null): boolean {
  return etag !== null && matchesEtag(ifNoneMatch, etag);
}
