import { hash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { createElement } from 'react';
import { Offline } from '../../shared/pages/Offline.tsx';
import type { PageId } from '../../shared/routes.ts';
import {
  type OfflinePage,
  type OfflineSite,
  SERVICE_WORKER_PATH,
} from '../../shared/site/offline.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { type Headers, HTML_CONTENT_TYPE } from '../http/headers.ts';
import { lazyAsync } from '../ops/async.ts';
import { staticBlogClient } from './load-page.ts';
import { type Renderer, type RenderRequest, renderToBuffer } from './render.tsx';

/** A worker obeys the policy sent with its own script: it may fetch from this site only. */
const WORKER_CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The script of the service worker, completed with the pages that it shows offline. They are
 * rendered here rather than fetched by the worker, because a shared cache may still hold a page of
 * an earlier build, whose scripts are gone. With the worker turned off, the same address serves one
 * that removes itself.
 */
export function serviceWorkerEndpoint(deps: {
  assets: Assets;
  renderer: Renderer;
  /** The site without what the content service says, which may change at any time. */
  site: Site;
  headers: Headers;
}): Endpoint {
  const { assets, renderer, site, headers } = deps;

  async function render(page: PageId, overrides?: Partial<RenderRequest>): Promise<OfflinePage> {
    const request = {
      path: `/${page}`,
      page,
      blog: staticBlogClient({}),
      site,
      scripted: true,
    };
    const html = await renderToBuffer(renderer({ ...request, ...overrides }));
    return { html: html.toString(), headers: [...headers.page(page), [...HTML_CONTENT_TYPE]] };
  }

  async function buildOfflineSite(): Promise<OfflineSite> {
    const pages = {
      files: [
        ...assets.pageFiles.accident,
        assets.wholeStylesheet,
        assets.printStylesheet,
        assets.offlineEntry,
      ],
      accidentPage: await render('accident'),
      offlinePage: await render('offline', {
        content: createElement(Offline),
        entry: { src: assets.offlineEntry },
      }),
    };
    const version = hash('sha256', JSON.stringify(pages), 'base64url');
    return { version: version.slice(0, 22), ...pages };
  }

  const script = lazyAsync(async () => {
    const offline = site.serviceWorker ? JSON.stringify(await buildOfflineSite()) : 'null';
    return `const OFFLINE_SITE=${offline};\n${assets.serviceWorker}`;
  });

  const answer: RequestHandler = async (_request, response) => {
    const body = await script();
    response.set('Content-Security-Policy', WORKER_CSP).type('text/javascript');
    response.vary('Accept-Encoding').send(body); // a 304 too needs Vary
  };
  return {
    path: SERVICE_WORKER_PATH,
    methods: ['GET'],
    cache: 'no-cache',
    crawled: true,
    handlers: [answer],
  };
}
