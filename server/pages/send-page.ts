import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { TooBusy } from '../http/errors.ts';
import { setHeaders } from '../http/headers.ts';
import type { Metrics } from '../ops/metrics.ts';
import { bestEncoding, type Encoding, matchesEtag } from './negotiation.ts';
import type { PageCache, RenderedPage } from './page-cache.ts';
import { ContentGivenUp, type Render, Tee, wholePage } from './render.tsx';

/** How many renders may wait before others have no room: about half a second's worth. */
const WAITING_LIMIT = 256;

/**
 * One render at a time, in the order of asking, with a turn of the event loop after each: a request
 * that needs no render waits for one at most.
 */
export function createRenderQueue({ renders }: Pick<Metrics, 'renders'>) {
  const queue = new PQueue({ concurrency: 1 });

  /**
   * @param place `if there is room` for a page that is rendered anew for each visitor: those that
   * are rendered once, however many ask, are few enough to wait their turn
   * @throws {TooBusy} when there is no room
   */
  return async function inTurn<Result>(
    render: () => Promise<Result>,
    place: 'first' | 'last' | 'if there is room',
  ): Promise<Result> {
    if (place === 'if there is room' && queue.size >= WAITING_LIMIT) {
      renders.inc({ outcome: 'refused' });
      throw new TooBusy();
    }
    const inTime = async () => {
      renders.inc({ outcome: 'started' });
      try {
        return await render();
      } finally {
        await nextTurn();
      }
    };
    return queue.add(inTime, { priority: place === 'first' ? 1 : 0 });
  };
}

export type RenderQueue = ReturnType<typeof createRenderQueue>;

/** What is to be sent. */
export interface Page extends Omit<RenderedPage, 'html'> {
  /** What it is cached under: its path, or a name; null when it belongs to one visitor. */
  key: string | null;
  render: Render;
}

/**
 * The one way in which a page leaves the site: from the cache if it is there; otherwise rendered for
 * the first who asks, and cached, while others who want the same page wait for it.
 */
export function createSender(parts: { cache: PageCache; queue: RenderQueue; log: Logger }) {
  const { cache, queue, log } = parts;
  const underWay = new Map<string, Promise<void>>();

  /** @throws when the shell cannot be rendered, or too many renders wait: nothing was sent then */
  async function send(response: Response, page: Page): Promise<void> {
    const { req: request } = response;
    const { key, etag } = page;
    const isUnchanged = etag !== null && matchesEtag(request.headers['if-none-match'], etag);
    const isWhole = request.method !== 'HEAD' && !isUnchanged;
    if (isWhole && page.isPrepared)
      await prepare(page, [bestEncoding(request.headers['accept-encoding'])]);
    if (key !== null && sendCached(response, key)) return;
    if (!isWhole) {
      writeHead(response, page, isUnchanged ? 304 : page.status);
      response.end();
      return;
    }
    const other = underWay.get(taskOf(page));
    if (!other) {
      await once(page, () => stream(response, page));
      return;
    }
    await other.catch(() => {}); // reported to the visitor whose render it was
    // That visitor may have left, and what was rendered with them.
    if (key === null || !sendCached(response, key)) await stream(response, page);
  }

  /**
   * Renders and compresses a page that is not cached yet, before all others: whoever waits for it
   * gets it whole, at its best compression.
   * @throws what any part of the page threw
   */
  async function prepare(page: Page, encodings: readonly Encoding[]): Promise<void> {
    const key = page.key as string;
    if (!cache.read(key))
      await once(page, async () => {
        const html = await queue(() => wholePage(page.render), 'first');
        cache.put(key, { ...page, html });
      });
    await Promise.all(encodings.map((encoding) => cache.compress(key, encoding)));
  }

  /** Does the work on a page once for all who ask meanwhile. */
  function once(page: Page, make: () => Promise<void>): Promise<void> {
    if (page.key === null) return make();
    const task = taskOf(page);
    const other = underWay.get(task);
    if (other) return other;
    const own = make().finally(() => underWay.delete(task));
    underWay.set(task, own);
    return own;
  }

  /** @returns whether it was cached */
  function sendCached(response: Response, key: string): boolean {
    const { req: request } = response;
    if (!cache.answer(request, response, key)) {
      const cached = cache.read(key);
      if (!cached) return false;
      writeHead(response, cached.page, cached.page.status);
      response.end(request.method === 'HEAD' ? undefined : cached.page.html);
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
      if (response.destroyed || error instanceof ContentGivenUp) return;
      failed = true;
      // The route, not the path: visitors choose paths, and may put anything in them.
      log.error({ err: error, route: response.locals.route }, 'render failed');
    };
    const rendered = await queue(
      async () => (response.destroyed ? null : page.render(onError)),
      page.key === null ? 'if there is room' : 'last',
    );
    if (rendered === null) return;
    if (failed) throw new Error('page failed after its shell'); // nothing was sent yet: an honest 500
    await new Promise<void>((resolve) => {
      const leave = () => {
        rendered.abort();
        resolve();
      };
      if (response.destroyed) return leave();
      response.once('close', leave);
      const keep = (html: Buffer) => {
        if (page.key !== null && !failed) cache.put(page.key, { ...page, html });
        resolve();
      };
      rendered.pipe(new Tee(response, keep));
    });
  }

  return { send, prepare };
}

function writeHead(response: Response, { headers }: Pick<Page, 'headers'>, status: number): void {
  response.status(status);
  setHeaders(response, headers);
}

const taskOf = ({ key, version }: Page) => `${key} ${version}`;
