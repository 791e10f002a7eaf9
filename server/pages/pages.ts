import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { ReactNode } from 'react';
import { NOT_FOUND_ROUTE } from '../../shared/addresses.ts';
import type { Company } from '../../shared/site/company.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { BlogService } from '../blog/blog-service.ts';
import type { Assets } from '../http/assets.ts';
import { TooBusy } from '../http/errors.ts';
import type { Target } from '../http/gate.ts';
import type { Headers } from '../http/headers.ts';
import type { Hit } from '../http/ready-answer.ts';
import { MOVED, methodNotAllowed } from '../http/reply.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createFormAnswers, USUAL_ANSWERS } from './form-answers.ts';
import { createLoader, isPerson, LASTING, otherForm } from './load.ts';
import type { PageCache } from './page-cache.ts';
import {
  createPageKinds,
  type Draft,
  type Failure,
  missingKey,
  notFoundPath,
} from './page-kinds.tsx';
import type { Renderer } from './render.tsx';
import { createRenderQueue, createSender } from './send-page.ts';

/** match -> load -> render -> send: how a page that is not in the page cache is answered. */
export function createPages(parts: {
  assets: Assets;
  renderer: Renderer;
  site: Site;
  /** As it is configured. */
  company: Company;
  headers: Headers;
  blog: BlogService;
  cache: PageCache;
  metrics: Metrics;
  log: Logger;
}) {
  const { blog, cache, metrics, log } = parts;
  const load = createLoader(blog);
  const queue = createRenderQueue(metrics);
  const { send, prepare } = createSender({ cache, queue, log });
  const kinds = createPageKinds(parts);
  const { templateOf, sendForm } = createFormAnswers({ ...parts, queue });

  return {
    /**
     * Answers requests for missing pages and posts from memory, as pages are. Through Express each
     * would cost three times as much, and whoever asks for pages that do not exist asks for many.
     */
    answerMissing(
      { path, match }: Target,
      request: IncomingMessage,
      response: ServerResponse,
    ): Hit | null {
      if (request.method === 'POST') return null;
      if (match.route === NOT_FOUND_ROUTE)
        return cache.answer(request, response, notFoundPath(path));
      if (match.route.data !== 'post') return null;
      return blog.isMissing(match.slug) && !otherForm(match, blog)
        ? cache.answer(request, response, missingKey(match, 404))
        : null;
    },

    /** The last handler: every address that is left is a page's, or nobody's. */
    async page(request: Request, response: Response): Promise<void> {
      const { match } = response.locals;
      response.locals.route = match.route.path;
      if (request.method === 'POST') return methodNotAllowed(response, 'GET, HEAD');
      response.locals.cache = 'miss';
      const loaded = await load(match, isPerson(request.headers['user-agent']));
      if (loaded.kind === 'moved') response.set(...MOVED).redirect(301, loaded.location);
      else if (loaded.kind === 'deferred') await send(response, kinds.deferred(loaded));
      else await send(response, kinds.ready(loaded, request.path));
    },
    sendDraft(response: Response, draft: Draft): Promise<void> {
      response.removeHeader('X-Frame-Options');
      return send(response, kinds.draft(draft));
    },
    sendSearch: (response: Response, shown: ReactNode, failure: Failure) =>
      send(response, kinds.search(shown, failure)),
    sendError: (response: Response, failure: Failure) => send(response, kinds.failure(failure)),
    sendForm,
    /** Makes whatever needs no data, so that no load keeps it from a visitor. */
    async prepare(signal: AbortSignal): Promise<void> {
      const pages = [
        ...LASTING.map((loaded) => kinds.ready(loaded, '')),
        kinds.failure({ status: 500 }),
        kinds.failure(new TooBusy()),
      ];
      const made = [
        ...pages.map((page) => () => prepare(page, ['br', 'gzip'])),
        ...USUAL_ANSWERS.map((answer) => () => templateOf(answer)),
      ];
      for (const make of made) {
        if (signal.aborted) return;
        await make().catch((error: unknown) =>
          log.error({ err: error }, 'a page was not prepared'),
        );
      }
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
