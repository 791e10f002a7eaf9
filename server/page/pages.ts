import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RouteMatch } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { BlogLibrary } from '../blog/library/library.ts';
import type { Assets } from '../http/assets.ts';
import type { Headers } from '../http/headers.ts';
import { MOVED } from '../http/reply.ts';
import type { PageCache } from './cache.ts';
import { createEtags } from './edition.ts';
import { createErrorPage } from './error-page.ts';
import { createLatePage } from './late-page.ts';
import { createLoader } from './load.ts';
import { createPrivatePage } from './private-page.ts';
import { createReadyPage } from './ready-page.ts';
import { createRenderer } from './render.tsx';
import { createStream } from './stream.ts';
import { visitorKind } from './visitor.ts';

interface PagesParts {
  assets: Assets;
  site: Site;
  headers: Headers;
  library: BlogLibrary;
  cache: PageCache;
  log: Logger;
}

/**
 * match -> load -> render -> send: how every page is answered that the page cache does not hold.
 */
export function createPages({ assets, site, headers, library, cache, log }: PagesParts) {
  const load = createLoader(library);
  const renderer = createRenderer(assets);
  const stream = createStream(renderer, log);
  const etagOf = createEtags({ assets, site, headers });
  const sendReady = createReadyPage({ site, headers, cache, etagOf, stream, log });
  const sendLate = createLatePage({ site, headers, stream });

  return {
    async page(request: Request, response: Response, match: RouteMatch): Promise<void> {
      const loaded = await load(match, visitorKind(request.headers['user-agent']));
      if (loaded.kind === 'moved') response.set(...MOVED).redirect(301, loaded.location);
      else if (loaded.kind === 'late') await sendLate(request, response, loaded);
      else await sendReady(request, response, loaded);
    },
    sendPrivate: createPrivatePage({ site, headers, stream }),
    sendError: createErrorPage({ site, headers, renderer }),
  };
}

export type Pages = ReturnType<typeof createPages>;
