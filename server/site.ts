import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import { preloadPages } from '../shared/pages.ts';
import { createApp } from './app.ts';
import { createPurge } from './blog/http/purge.ts';
import { Library } from './blog/library/library.ts';
import type { Listener } from './blog/library/refresh.ts';
import { blogFields } from './blog/source/blog-fields.ts';
import { createContentfulSource } from './blog/source/contentful.ts';
import { createPreviewSource } from './blog/source/drafts.ts';
import { createEmbeddedSource, NO_POSTS } from './blog/source/embedded.ts';
import { logEmbeds } from './blog/source/remarks.ts';
import { openCallbacks } from './callbacks/open.ts';
import type { Config } from './config.ts';
import { createIndexNow } from './crawl/index-now.ts';
import { readAssets } from './http/assets.ts';
import { showDataDisk } from './ops/data-disk.ts';
import { createMetrics } from './ops/metrics.ts';
import { applyTimeouts, SERVER_OPTIONS } from './ops/timeouts.ts';
import type { AppParts } from './parts.ts';

/**
 * How long the store is left closed after the server has begun to listen: its thread would take the
 * processor from the first page.
 */
const STORE_DELAY_MS = 100;

/** The site with all its parts, its server not listening yet. */
export interface AssembledSite extends AppParts {
  server: Server;
  /** Stops background work and finishes pending writes. */
  close(): Promise<void>;
}

/**
 * Puts the site together from a configuration.
 * @param dist folder of the build
 * @throws when there is no build there
 */
export async function assembleSite({
  config,
  log,
  dist,
}: {
  config: Config;
  log: Logger;
  dist: string;
}): Promise<AssembledSite> {
  const assets = readAssets(dist);
  // Which source maps a stack in the log is read with (`npm run symbolicate`).
  log.setBindings({ build: assets.build });
  const metrics = createMetrics();
  metrics.buildInfo.set({ build: assets.build, node: process.version }, 1);
  showDataDisk(config.dataDir, metrics);
  const { fields, locale } = config.blog;
  const reading = { fields: blogFields(fields), locale, note: logEmbeds(log) };
  const library = new Library({
    source: config.contentful
      ? createContentfulSource(config.contentful, reading)
      : config.showsSamples
        ? createEmbeddedSource()
        : NO_POSTS,
    ttlSeconds: config.contentTtlSeconds,
    dataDir: config.contentful ? config.dataDir : null,
    log,
    metrics,
    listeners: listenersOf(config, log),
  });
  const drafts = config.preview ? createPreviewSource(config.preview, reading) : null;
  const storeMayOpen = Promise.withResolvers<void>();
  const callbacks = openCallbacks({ config, log, metrics, after: storeMayOpen.promise });
  await preloadPages();
  library.start();
  const parts: AppParts = {
    config,
    assets,
    log,
    metrics,
    library,
    drafts,
    callbacks,
    readiness: { ready: false },
  };
  const server = createServer(SERVER_OPTIONS, createApp(parts));
  applyTimeouts(server);
  server.once('listening', () => setTimeout(storeMayOpen.resolve, STORE_DELAY_MS));
  const close = async () => {
    storeMayOpen.resolve();
    await Promise.all([library.stop(), callbacks?.close()]);
  };
  return { ...parts, server, close };
}

/** Everything that is told which posts an editor changed. */
function listenersOf(config: Config, log: Logger): Listener[] {
  const { cachePurgeUrl: url, indexNowKey: key, siteUrl } = config;
  const listeners: Listener[] = [];
  if (url) listeners.push(createPurge({ url, log }));
  if (key && config.https && config.allowIndexing) {
    const tell = createIndexNow({ siteUrl, key, log });
    // The webhook is answered without waiting for search engines.
    listeners.push(async (slugs) => void tell(slugs));
  }
  return listeners;
}
