import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { TooBusyError } from '../http/errors.ts';
import { setHeaders } from '../http/headers.ts';
import { type Encoding, isNotModified, negotiateEncoding } from '../http/negotiation.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { PageCache, RenderedPage } from './page-cache.ts';
import { ContentTimeoutError, type Render, renderToBuffer, Tee } from './render.tsx';

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
 * for the first who asks, and cached, while others who want the same page wait for it.
 */
export function createPageSender(deps: { cache: PageCache; queue: RenderQueue; log: Logger }) {
  const { cache, queue, log } = deps;
  /** Work on pages that are cached afterwards, by `renderKey`. */
  const inFlight = new Map<string, Promise<void>>();

  /** @throws when the shell cannot be rendered, or too many renders wait: nothing was sent then */
  async function send(response: Response, page: Page): Promise<void> {
    const { method, headers } = response.req;
    const notModified = isNotModified(headers, page.etag);
    const needsBody = method !== 'HEAD' && !notModified;
    if (needsBody && page.isPrerendered) await prerender(page, [negotiateEncoding(headers)]);
    if (sendCached(response, page)) return;
    if (needsBody) return renderOnce(response, page);
    writeHead(response, page, notModified ? 304 : page.status);
    response.end();
  }

  /**
   * Renders a page for the first request, and sends what was cached to those that waited for it.
   */
  async function renderOnce(response: Response, page: Page): Promise<void> {
    const pending = inFlight.get(renderKey(page));
    if (!pending) return dedupe(page, () => stream(response, page));
    // The request that started the render reports its error.
    await pending.catch(() => {});
    // That visitor may have left, and what was rendered with them.
    if (!sendCached(response, page)) await stream(response, page);
  }

  /**
   * Renders and compresses a page that is not cached yet, before all others: whoever waits for it
   * gets it whole, at its best compression.
   * @throws what any part of the page threw
   */
  async function prerender(page: Page, encodings: readonly Encoding[]): Promise<void> {
    const key = page.key as string;
    if (!cache.get(key))
      await dedupe(page, async () => {
        const html = await queue(() => renderToBuffer(page.render), page.priority);
        cache.set(key, { ...page, html });
      });
    await Promise.all(encodings.map((encoding) => cache.compress(key, encoding)));
  }

  /** Does the work on a page once for all who ask meanwhile. */
  function dedupe(page: Page, work: () => Promise<void>): Promise<void> {
    if (page.key === null) return work();
    const task = renderKey(page);
    const pending = inFlight.get(task) ?? work().finally(() => inFlight.delete(task));
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

  /** Caches the page when it is whole: not when the visitor left or a part of it failed. */
  async function stream(response: Response, page: Page): Promise<void> {
    if (response.destroyed) return;
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
    if (rendered === null) return;
    if (failed) throw new Error('page failed after its shell'); // nothing was sent yet: an honest 500
    await new Promise<void>((resolve) => {
      const abortRender = () => {
        rendered.abort();
        resolve();
      };
      if (response.destroyed) return abortRender();
      response.once('close', abortRender);
      const finish = (html: Buffer) => {
        if (page.key !== null && !failed) cache.set(page.key, { ...page, html });
        resolve();
      };
      rendered.pipe(new Tee(response, finish));
    });
  }

  return { send, prerender };
}

function writeHead(response: Response, { headers }: Pick<Page, 'headers'>, status: number): void {
  response.status(status);
  setHeaders(response, headers);
}

const renderKey = ({ key, version }: Page) => `${key} ${version}`;
