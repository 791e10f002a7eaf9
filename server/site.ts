import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { DestinationStream, Logger } from 'pino';
import { preloadPages } from '../shared/pages.ts';
import { type AppParts, createApp } from './app.ts';
import { createBlogService } from './blog/blog-service.ts';
import { createContentfulSource } from './blog/contentful/contentful.ts';
import { claimingAnswer, createEmbeddedSource, NO_POSTS } from './blog/contentful/embedded.ts';
import { logEmbeds } from './blog/contentful/normalise.ts';
import type { Listener } from './blog/editor-changes.ts';
import { blogSchema } from './blog/last-copy.ts';
import { createPurge } from './blog/purge.ts';
import { openCallbacks } from './callbacks/open.ts';
import { callbackSchema } from './callbacks/store/schema.ts';
import { blogFields } from './config/blog-fields.ts';
import type { Config } from './config/config.ts';
import { announcementSchema, startAnnouncements } from './database/announcements.ts';
import type { Database } from './database/database.ts';
import { leaseSchema } from './database/leases.ts';
import { createLimitWindows, limitSchema } from './database/limit-windows.ts';
import { openDatabase } from './database/open.ts';
import { readAssets } from './http/assets.ts';
import { RATE_WINDOW_MS } from './http/limits.ts';
import { showDataDisk } from './ops/data-disk.ts';
import { createMetrics } from './ops/metrics.ts';
import { applyTimeouts, SERVER_OPTIONS } from './ops/timeouts.ts';
import { guarded } from './ops/timers.ts';
import { createIndexNow } from './seo/index-now.ts';

/**
 * How long the database is left closed, and no page prepared, after the server has begun to listen:
 * both would take the processor from the first page.
 */
const QUIET_MS = 100;

/** How long until every replica knows what one of them was told. */
const ALL_KNOW_MS = 2000;

/** The tables of every part. */
const SCHEMAS = [callbackSchema, blogSchema, limitSchema, announcementSchema, leaseSchema];

/** The site with all its parts, its server not listening yet. */
export interface AssembledSite extends AppParts {
  server: Server;
  database: Database;
  /** Resolves when the pages that need no data are rendered and compressed. */
  prepared: Promise<void>;
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
  output,
  dist,
}: {
  config: Config;
  log: Logger;
  output: DestinationStream;
  dist: string;
}): Promise<AssembledSite> {
  const assets = readAssets(dist);
  // Which source maps a stack in the log is read with (`npm run symbolicate`).
  log.setBindings({ build: assets.build });
  const metrics = createMetrics();
  metrics.buildInfo.set({ build: assets.build, node: process.version }, 1);
  showDataDisk(config.dataDir, metrics);
  const mayOpen = Promise.withResolvers<void>();
  const database = openDatabase({ config, log, metrics, after: mayOpen.promise }, SCHEMAS);
  const { fields, locale } = config.blog;
  const reading = { fields: blogFields(fields), locale, onWarning: logEmbeds(log) };
  const blog = createBlogService({
    source: config.contentful
      ? createContentfulSource(config.contentful, reading)
      : config.showsSamples
        ? createEmbeddedSource(claimingAnswer(config))
        : NO_POSTS,
    ttlSeconds: config.contentTtlSeconds,
    database: config.contentful ? database : null,
    formerFile: join(config.dataDir, 'blog.sqlite'),
    log,
    metrics,
    listeners: listenersOf(config, log),
    announce: (slugs) => announcements?.tell(slugs) ?? Promise.resolve(),
  });
  const announcements = startHearing();
  const drafts = config.preview ? createContentfulSource(config.preview, reading) : null;
  const callbacks = openCallbacks({ config, log, metrics, database });
  await preloadPages();
  blog.start();
  const parts: AppParts = {
    config,
    assets,
    log,
    output,
    metrics,
    blog,
    drafts,
    callbacks,
    sharedWindows: config.databaseUrl ? createLimitWindows(database, RATE_WINDOW_MS) : null,
    readiness: { ready: false },
  };
  const app = createApp(parts);
  const server = createServer(SERVER_OPTIONS, app);
  applyTimeouts(server);
  const closing = new AbortController();
  const { promise: prepared, resolve } = Promise.withResolvers<void>();
  const work = () => {
    mayOpen.resolve();
    resolve(app.prepare(closing.signal));
  };
  server.once('listening', () => setTimeout(guarded(work), QUIET_MS));
  const close = async () => {
    closing.abort();
    mayOpen.resolve();
    // Whatever becomes of the one, the other finishes.
    const closed = await Promise.allSettled([
      blog.stop(),
      callbacks?.close(),
      announcements?.stop(),
    ]);
    await database.close();
    const failed = closed.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    if (failed) throw failed.reason;
  };
  return { ...parts, server, database, prepared, close };

  function startHearing() {
    const { databaseUrl: url, contentful } = config;
    if (!url || !contentful) return null;
    const hear = (slugs: unknown) => void blog.adopt(slugs as string[]);
    return startAnnouncements({ database, url, log, hear });
  }
}

/** Everything that is told which posts an editor changed. */
function listenersOf(config: Config, log: Logger): Listener[] {
  const { cachePurgeUrls: urls, indexNowKey: key, siteUrl } = config;
  const listeners: Listener[] = [];
  if (urls.length > 0) {
    const purge = createPurge({ urls, log });
    listeners.push(purge);
    // Until the other replicas know, the cache may have fetched the old pages from them again.
    if (config.databaseUrl)
      listeners.push(async (...changed) => {
        setTimeout(
          guarded(() => purge(...changed)),
          ALL_KNOW_MS,
        ).unref();
      });
  }
  if (key && config.https && config.allowIndexing) {
    const tell = createIndexNow({ siteUrl, key, log });
    // The webhook is answered without waiting for search engines.
    listeners.push(
      async (slugs) =>
        void tell(slugs).catch((error: unknown) =>
          log.warn({ err: error }, 'search engines could not be told'),
        ),
    );
  }
  return listeners;
}
