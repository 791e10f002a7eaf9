import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { TooBusyError } from '../http/errors.ts';
import { setHeaders } from '../http/headers.ts';
import { type Encoding, isNotModified, negotiateEncoding } from '../http/negotiation.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { PageCache, RenderedPage } from './page-cache.ts';
import { ContentTimeoutError, type Render, renderToBuffer } from './render.tsx';

/** Highest number of waiting renders before droppable ones are refused: half a second's worth. */
const MAX_QUEUED_RENDERS = 256;

/**
 * When a page is rendered: before others; in the order of asking; or in that order and not at all
 * while too many wait. Only a page that is rendered anew for each visitor is droppable: those that
 * are rendered once, however many ask, are few enough to wait their turn.
 */
export type Priority = 'high' | 'normal' | 'droppable';

/**
 * One render at a time, with a turn of the event loop after each: a request that needs no render
 * waits for one at most.
 */
export function createRenderQueue({ renders }: Pick<Metrics, 'renders'>) {
  const queue = new PQueue({ concurrency: 1 });

  /** @throws {TooBusyError} when there is no room for a droppable page */
  return async function renderInTurn<Result>(
    render: () => Promise<Result>,
    priority: Priority,
  ): Promise<Result> {
    if (priority === 'droppable' && queue.size >= MAX_QUEUED_RENDERS) {
      renders.inc({ outcome: 'refused' });
      throw new TooBusyError();
    }
    const task = async () => {
      renders.inc({ outcome: 'started' });
      try {
        return await render();
      } finally {
        await nextTurn();
      }
    };
    return queue.add(task, { priority: priority === 'high' ? 1 : 0 });
  };
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;

export interface Page extends Omit<RenderedPage, 'html'> {
  /** The cache key: its path, or a name; null when it belongs to one visitor. */
  key: string | null;
  priority: Priority;
  render: Render;
}

/**
 * The one way in which a page leaves the site: from the cache if it is there; otherwise rendered
 * once for all who ask, and cached. A page that belongs to one visitor is streamed to them.
 */
export function createPageSender(deps: { cache: PageCache; queue: RenderQueue; log: Logger }) {
  const { cache, queue, log } = deps;
  /** Renders of pages that are cached afterwards. */
  const inFlight = new Map<string, Promise<Buffer>>();

  /** @throws when the page cannot be rendered, or too many renders wait: nothing was sent then */
  async function send(response: Response, page: Page): Promise<void> {
    const { method, headers } = response.req;
    const notModified = isNotModified(headers, page.etag);
    const needsBody = method !== 'HEAD' && !notModified;
    if (needsBody && page.isPrerendered) await prerender(page, [negotiateEncoding(headers)]);
    if (sendCached(response, page)) return;
    if (needsBody && page.key === null) return stream(response, page);
    const html = needsBody ? await renderOnce(page) : undefined;
    writeHead(response, page, notModified ? 304 : page.status);
    response.end(html);
  }

  /**
   * Renders and compresses a page that is not cached yet, before all others: whoever waits for it
   * gets it whole, at its best compression.
   * @throws what any part of the page threw
   */
  async function prerender(page: Page, encodings: readonly Encoding[]): Promise<void> {
    const key = page.key as string;
    if (!cache.get(key)) await renderOnce(page);
    await Promise.all(encodings.map((encoding) => cache.compress(key, encoding)));
  }

  /**
   * Renders and caches a page once for all who ask meanwhile. It is done even if they leave.
   * @throws what any part of the page threw
   */
  function renderOnce(page: Page): Promise<Buffer> {
    // A cached page does not hold on to what it was rendered from.
    const { render, key: _, priority, ...cached } = page;
    const key = page.key as string;
    const task = `${key} ${page.version}`;
    const renderAndCache = async () => {
      const html = await queue(() => renderToBuffer(render), priority);
      cache.set(key, { ...cached, html });
      return html;
    };
    const pending = inFlight.get(task) ?? renderAndCache().finally(() => inFlight.delete(task));
    inFlight.set(task, pending);
    return pending;
  }

  /** @returns whether it was cached */
  function sendCached(response: Response, { key }: Page): boolean {
    if (key === null) return false;
    const { req: request } = response;
    if (!cache.serve(request, response, key)) {
      const cached = cache.get(key);
      if (!cached) return false;
      writeHead(response, cached, cached.status);
      response.end(request.method === 'HEAD' ? undefined : cached.html);
    }
    response.locals.cache = 'hit';
    return true;
  }

  /** Sends each part of a page as it is rendered. A visitor who leaves ends the render. */
  async function stream(response: Response, page: Page): Promise<void> {
    writeHead(response, page, page.status);
    let failed = false;
    const onError = (error: unknown) => {
      // A visitor who leaves, or a service that does not answer, is not the page's fault.
      if (response.destroyed || error instanceof ContentTimeoutError) return;
      failed = true;
      // The route, not the path: visitors choose paths, and may put anything in them.
      log.error({ err: error, route: response.locals.route }, 'render failed');
    };
    const rendered = await queue(
      async () => (response.destroyed ? null : page.render(onError)),
      page.priority,
    );
    if (failed) throw new Error('page failed after its shell'); // nothing was sent yet: an honest 500
    if (response.destroyed) rendered?.abort();
    else rendered?.pipe(response);
  }

  return { send, prerender };
}

function writeHead(response: Response, { headers }: Pick<Page, 'headers'>, status: number): void {
  response.status(status);
  setHeaders(response, headers);
}
