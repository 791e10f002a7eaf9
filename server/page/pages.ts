import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RouteMatch } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { BlogLibrary } from '../blog/library/library.ts';
import type { Assets } from '../http/assets.ts';
import type { Headers } from '../http/headers.ts';
import { MOVED } from '../http/reply.ts';
import type { Metrics } from '../ops/metrics.ts';
import { createErrorPage } from './error-page.ts';
import { PageCache } from './kept/cache.ts';
import { createEtags } from './kept/edition.ts';
import { createLatePage } from './late-page.ts';
import { createLoader } from './load.ts';
import { createMissingPage } from './missing-page.ts';
import { createPrivatePage } from './private-page.ts';
import { createReadyPage } from './ready-page.ts';
import { createRenderer } from './render.tsx';
import { Renders } from './renders.ts';
import { createSharedPage } from './shared-page.ts';
import { createStream } from './stream.ts';
import { visitorKind } from './visitor.ts';

/**
 * Room for a hundred not-found pages, failures and form answers that quote nothing their sender
 * typed.
 */
const OTHERS_LIMIT_BYTES = 4 * 1024 * 1024;

interface PagesParts {
  assets: Assets;
  site: Site;
  headers: Headers;
  library: BlogLibrary;
  cache: PageCache;
  metrics: Metrics;
  log: Logger;
}

/** match -> load -> render -> send: how a page that is not in the page cache is answered. */
export function createPages({ assets, site, headers, library, cache, metrics, log }: PagesParts) {
  const load = createLoader(library);
  const renderer = createRenderer(assets);
  const renders = new Renders(metrics);
  const stream = createStream({ inTurn: (render) => renders.run(render), log });
  // A cache of their own, so that they cannot push a page of the site out.
  const others = new PageCache({ limitBytes: OTHERS_LIMIT_BYTES });
  const sendOther = createSharedPage({ cache: others, stream });
  // Its one render must not wait for those that it tells of.
  const streamAtOnce = createStream({ inTurn: (render) => render(), log });
  const sendFailure = createSharedPage({ cache: others, stream: streamAtOnce });
  const etagOf = createEtags({ assets, site, headers });
  const common = { site, headers, renderer, stream, sendOther };
  const sendPage = createSharedPage({ cache, stream });
  const sendReady = createReadyPage({ ...common, etagOf, sendPage });
  const sendLate = createLatePage(common);

  return {
    async page(request: Request, response: Response, match: RouteMatch): Promise<void> {
      const loaded = await load(match, visitorKind(request.headers['user-agent']));
      if (loaded.kind === 'moved') response.set(...MOVED).redirect(301, loaded.location);
      else if (loaded.kind === 'late') await sendLate(response, loaded);
      else await sendReady(response, loaded);
    },
    answerMissing: createMissingPage(assets, others),
    sendPrivate: createPrivatePage(common),
    sendError: createErrorPage({ ...common, sendOther: sendFailure }),
  };
}

export type Pages = ReturnType<typeof createPages>;
