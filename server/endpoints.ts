import type { Logger } from 'pino';
import type { Site } from '../shared/site/site-context.ts';
import { contactEndpoint } from './callbacks/form/contact-route.ts';
import type { Callbacks } from './callbacks/start-callbacks.ts';
import type { Config } from './config/config.ts';
import { blogApiEndpoints } from './content/api.ts';
import type { SiteContentDeps } from './content/create-content.ts';
import { mediaEndpoint } from './content/media.ts';
import { type EditorNotifier, webhookEndpoint } from './content/webhook.ts';
import type { Assets } from './http/assets.ts';
import { describeEndpoints, type Endpoint, healthEndpoints } from './http/endpoints.ts';
import type { Headers } from './http/headers.ts';
import { photoEndpoints } from './http/photos.ts';
import type { GuessLimiter, RateLimiter } from './http/rate-limits.ts';
import { reportsEndpoint } from './http/reports.ts';
import { vitalsEndpoint } from './http/vitals-endpoint.ts';
import type { Readiness } from './ops/drain.ts';
import type { Metrics } from './ops/metrics.ts';
import type { Pages } from './pages/pages.ts';
import { previewEndpoint } from './pages/preview.tsx';
import type { Renderer } from './pages/render.tsx';
import { searchEndpoint } from './pages/search.tsx';
import { serviceWorkerEndpoint } from './pages/service-worker.ts';
import { seoEndpoints } from './seo/seo-endpoints.ts';

/**
 * Dependencies of the request handlers. An edit of the site file brings new handlers, with another
 * configuration and, where the blog depends on it, other content; the rest is made once at start.
 */
export interface AppDeps extends SiteContentDeps {
  config: Config;
  assets: Assets;
  log: Logger;
  metrics: Metrics;
  notifyEditors: EditorNotifier;
  /** Null when the PHP backend alone keeps callback requests. */
  callbacks: Callbacks | null;
  /** Rate limiters, shared by the apps before and after an edit of the site file. */
  limits: {
    contact: RateLimiter;
    preview: GuessLimiter;
    webhook: GuessLimiter;
    search: RateLimiter;
  };
  readiness: Readiness;
}

interface EndpointDeps extends AppDeps {
  site: Site;
  headers: Headers;
  pages: Pages;
  renderer: Renderer;
  /** Returns the target of the owner's redirect of a canonical path. */
  redirectOf: (path: string) => string | undefined;
}

/**
 * Creates every endpoint that is neither a page nor a file of the build. The routes of Express, the
 * reserved paths, the paths that redirects may not hide and robots.txt all derive from this table.
 */
export function createEndpoints(deps: EndpointDeps): Endpoint[] {
  const { config, assets, log, metrics, content, callbacks } = deps;
  const { contentKind, drafts, readPicture, notifyEditors, readiness, limits } = deps;
  const { site, headers, pages, renderer, redirectOf } = deps;
  const { siteUrl, trustProxy, previewSecret: secret } = config;
  const { build, entry: script } = assets;
  const endpoints: Endpoint[] = [
    ...healthEndpoints({ readiness, store: callbacks?.storeWatch ?? null, build }),
    contactEndpoint({
      config,
      log,
      metrics,
      callbacks,
      limit: limits.contact,
      sendForm: pages.sendForm,
    }),
    vitalsEndpoint({
      metrics,
      siteUrl,
      trustProxy,
      company: config.company,
      count: (what, page) => callbacks?.counts.add(what, page),
    }),
    reportsEndpoint({ metrics, log, siteUrl, trustProxy }),
    webhookEndpoint({ config, content, notifyEditors, wrong: limits.webhook }),
    ...blogApiEndpoints({ content, script, redirectOf }),
    searchEndpoint({ trustProxy, content, pages, limit: limits.search }),
    ...photoEndpoints(config.photos),
    serviceWorkerEndpoint({ assets, renderer, site, headers }),
    ...(readPicture ? [mediaEndpoint(readPicture)] : []),
    previewEndpoint({
      config,
      secret,
      trustProxy,
      drafts,
      content,
      pages,
      headers,
      script: assets.previewEntry,
      wrong: limits.preview,
    }),
  ];
  const { disallowedPaths } = describeEndpoints(endpoints, []);
  return [...endpoints, ...seoEndpoints({ config, contentKind, content, assets, disallowedPaths })];
}
