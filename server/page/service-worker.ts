import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Router } from 'express';
import type { Logger } from 'pino';
import type { PageId } from '../../shared/addresses.ts';
import { type KeptPage, type OfflineSite, SERVICE_WORKER_PATH } from '../../shared/site/offline.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import { type Headers, HTML } from '../http/headers.ts';
import { strictRouter } from '../http/reply.ts';
import { readerOf } from './load.ts';
import { createRenderer } from './render.tsx';

interface ServiceWorkerParts {
  assets: Assets;
  site: Site;
  headers: Headers;
  log: Logger;
}

/** A worker obeys the policy sent with its own script: it may fetch from this site only. */
const POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The script of the service worker, completed with the pages that it shows offline. They are
 * rendered here rather than fetched by the worker, because a shared cache may still hold a page of
 * an earlier build, whose scripts are gone. With the worker turned off, the same address serves one
 * that removes itself.
 */
export function createServiceWorker({ assets, site, headers, log }: ServiceWorkerParts): Router {
  const renderer = createRenderer(assets);
  const router = strictRouter();
  let script: Promise<{ body: string; etag: string }> | undefined;

  async function render(start: typeof renderer.page, page: PageId): Promise<KeptPage> {
    let failure: unknown;
    const onError = (error: unknown) => {
      failure = error;
    };
    const request = {
      path: `/${page}`,
      page,
      blog: readerOf({}),
      site,
      scripted: true,
      onError,
    };
    const html = await text((await start(request)).pipe(new PassThrough()));
    if (failure) throw failure;
    return {
      html,
      headers: [...headers.page(page), [...HTML]],
    };
  }

  async function offlineSite(): Promise<OfflineSite> {
    const pages = {
      files: [...assets.pageFiles.accident, assets.wholeStylesheet, assets.offlineEntry],
      accidentPage: await render(renderer.page, 'accident'),
      offlinePage: await render(renderer.offline, 'offline'),
    };
    return { version: digest(JSON.stringify(pages)), ...pages };
  }

  async function complete() {
    const body = `const OFFLINE_SITE=${site.serviceWorker ? JSON.stringify(await offlineSite()) : 'null'};\n${assets.serviceWorker}`;
    return { body, etag: `W/"${digest(body)}"` };
  }

  router.get(SERVICE_WORKER_PATH, async (_request, response) => {
    script ??= complete();
    const { body, etag } = await script.catch((error: unknown) => {
      script = undefined;
      log.error({ err: error }, 'the service worker could not be made');
      throw error;
    });
    response.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY, ETag: etag });
    response.type('text/javascript').send(body);
  });
  return router;
}

function digest(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
