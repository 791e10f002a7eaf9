import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { NOT_FOUND_ROUTE } from '../../shared/routes.ts';
import type { Company } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Content } from '../content/content.ts';
import type { Assets } from '../http/assets.ts';
import { TooBusyError } from '../http/errors.ts';
import type { ResolvedTarget } from '../http/gate.ts';
import type { Headers } from '../http/headers.ts';
import { methodNotAllowed, NO_STORE, REDIRECT_CACHE } from '../http/reply.ts';
import type { Metrics } from '../ops/metrics.ts';
import { notFoundBlogKey, notFoundPath } from './cache-keys.ts';
import { createLoader, isHuman, loadStaticPages, otherForm } from './load-page.ts';
import {
  createPageBuilders,
  type Failure,
  type FormResult,
  type UnversionedPage,
} from './page-builders.tsx';
import type { PageCache, RenderedPage } from './page-cache.ts';
import type { Renderer } from './render.tsx';
import { createPageSender, createRenderQueue } from './send-page.ts';

/** match -> load -> render -> send: how a page that is not in the page cache is answered. */
export function createPages(deps: {
  assets: Assets;
  renderer: Renderer;
  facts: Site;
  site: () => Site;
  siteVersion: () => string;
  company: Company;
  headers: Headers;
  content: Content;
  cache: PageCache;
  metrics: Metrics;
  log: Logger;
}) {
  const { content, cache, metrics, log } = deps;
  const load = createLoader(content);
  const queue = createRenderQueue(metrics);
  const { send, prerender } = createPageSender({ cache, queue, log });
  const build = createPageBuilders(deps);

  return {
    /**
     * Answers requests for missing pages and posts from memory, as pages are. Through Express each
     * would cost three times as much, and whoever asks for pages that do not exist asks for many.
     */
    serveNotFound(
      { path, match, isMissing }: ResolvedTarget,
      request: IncomingMessage,
      response: ServerResponse,
    ): Pick<RenderedPage, 'route'> | null {
      if (match.route === NOT_FOUND_ROUTE)
        return cache.serve(request, response, notFoundPath(path));
      const isMissingPost = match.route.data === 'post' && isMissing && !otherForm(match, content);
      return isMissingPost ? cache.serve(request, response, notFoundBlogKey(match, 404)) : null;
    },

    /** The last handler: every address that is left is a page's, or nobody's. */
    async page(request: Request, response: Response): Promise<void> {
      const { match, path, redirect } = response.locals;
      response.locals.route = match.route.path;
      if (request.method === 'POST') return methodNotAllowed(response, 'GET, HEAD');
      response.locals.cache = 'miss';
      const loaded = await load(match, isHuman(request.headers['user-agent']));
      const isLive = loaded.kind === 'ready' && loaded.status === 200;
      // The owner's redirect had to wait until it was known that no page has its address.
      if (redirect !== undefined && !isLive) response.set(...NO_STORE).redirect(301, redirect);
      else if (loaded.kind === 'moved') response.set(...NO_STORE).redirect(301, loaded.location);
      else if (isLive && match.route.data === 'page' && request.path !== path)
        response.set(...REDIRECT_CACHE).redirect(301, path);
      else if (loaded.kind === 'deferred') await send(response, build.deferred(loaded));
      else await send(response, build.ready(loaded, request.path));
    },
    /** Sends a page that belongs to one visitor. */
    sendToVisitor: (response: Response, page: UnversionedPage) =>
      send(response, build.unversioned(page)),
    sendError: (response: Response, failure: Failure) => send(response, build.failure(failure)),
    sendForm: (response: Response, result: FormResult) => send(response, build.formResult(result)),
    /** Makes whatever needs no data, so that no load keeps it from a visitor. */
    async prepare(signal: AbortSignal): Promise<void> {
      const pages = [
        ...loadStaticPages(content).map((loaded) => build.ready(loaded, '')),
        build.failure({ status: 500 }),
        build.failure(new TooBusyError()),
      ];
      for (const page of pages) {
        if (signal.aborted) return;
        await prerender(page, ['br', 'gzip']).catch((error: unknown) =>
          log.error({ err: error }, 'a page could not be prepared in advance'),
        );
      }
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
