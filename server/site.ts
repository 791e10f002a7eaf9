import type { Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { preloadPages } from '../shared/pages.ts';
import { type AppParts, createApp } from './app.ts';
import { createBlogService } from './blog/blog-service.ts';
import { createPageService } from './blog/page-service.ts';
import { openCallbacks } from './callbacks/open.ts';
import { CALLBACK_SCHEMAS } from './callbacks/store/schema.ts';
import { type Config, withSiteFile } from './config/config.ts';
import { followSiteFile } from './config/read-site-file.ts';
import { Content } from './content/content.ts';
import { createContentfulSource } from './content/contentful/contentful.ts';
import { createEmbeddedSource, NO_POSTS } from './content/contentful/embedded.ts';
import { logEmbeds, type Reading } from './content/contentful/normalise.ts';
import type { ContentSource } from './content/contentful/source.ts';
import { contentSchema } from './content/snapshot-store.ts';
import { countSchema, startWeeklyCounts } from './database/counts.ts';
import { type Database, openDatabase } from './database/database.ts';
import { readAssets } from './http/assets.ts';
import { countWrongGuesses, createRateLimit } from './http/limits.ts';
import { createPublicServer } from './ops/listen.ts';
import { createMetrics } from './ops/metrics.ts';
import { withTimeout } from './ops/timers.ts';
import { branded } from './seo/branded.ts';

/** How long an edit of the site file waits for pages that are made for it. */
const READY_MS = 2000;

/** Of one client in ten minutes: more than anybody types. */
const SEARCHES = 60;

/** The tables of every part. */
const SCHEMAS = [...CALLBACK_SCHEMAS, contentSchema, countSchema];

/** The site with all its parts, its server not listening yet. */
export interface AssembledSite extends AppParts {
  server: Server;
  database: Database;
  /** Opens the database. */
  open(): void;
  /** Renders and compresses the pages that need no data. */
  prepare(): Promise<void>;
  /** Stops background work and finishes pending writes. */
  close(): Promise<void>;
}

/**
 * Puts the site together from a configuration.
 * @throws when there is no build there
 */
export async function assembleSite(parts: {
  config: Config;
  log: Logger;
  /** Folder of the build. */
  dist: string;
}): Promise<AssembledSite> {
  const { config, log, dist } = parts;
  const assets = readAssets(dist);
  // Which sources a stack in the log belongs to.
  log.setBindings({ build: assets.build });
  const metrics = createMetrics(config.dataDir);
  metrics.buildInfo.set({ build: assets.build, node: process.version }, 1);
  const mayOpen = Promise.withResolvers<void>();
  const database = openDatabase({ config, log, metrics, after: mayOpen.promise }, SCHEMAS);
  /** The configuration with the site file as it is now. */
  let current = config;
  const callbacks = openCallbacks({ config, log, metrics, database, current: () => current });
  const counts = callbacks && startWeeklyCounts(database);
  const limits = {
    contact: createRateLimit(config.contactRateLimit),
    preview: countWrongGuesses('the preview', log),
    webhook: countWrongGuesses("Contentful's webhook", log),
    search: createRateLimit(SEARCHES),
  };
  const lasting = { log, metrics, callbacks, counts, limits, readiness: { ready: false } };
  await preloadPages();
  let served = put(config, openContent(config));
  served.content.start();
  const server = createPublicServer((request, response) => served.app(request, response));
  const closing = new AbortController();
  if (config.siteFile)
    void followSiteFile(config.siteFile, { log, takeIn, signal: closing.signal });
  const close = async () => {
    closing.abort();
    mayOpen.resolve();
    // Whatever becomes of the one, the other finishes.
    const closed = await Promise.allSettled([
      served.content.stop(),
      callbacks?.close(),
      counts?.stop(),
    ]);
    await database.close();
    const failed = closed.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    if (failed) throw failed.reason;
  };
  return {
    ...lasting,
    server,
    database,
    content: served.content,
    blog: served.blog,
    contentPages: served.contentPages,
    drafts: served.drafts,
    open: mayOpen.resolve,
    prepare: () => served.app.prepare(closing.signal),
    close,
    get config() {
      return current;
    },
    get assets() {
      return served.assets;
    },
  };

  /** Everything that a configuration decides and an edit of the site file may change. */
  function put(config: Config, contentParts: ContentParts) {
    const own = branded(assets, config.brand);
    const parts: AppParts = { ...lasting, assets: own, config, ...contentParts };
    return { ...parts, app: createApp(parts) };
  }

  function openContent(config: Config): ContentParts {
    const reading = { ...config.blog, onWarning: logEmbeds(log) };
    const content = new Content({
      source: sourceOf(config, reading),
      ttlSeconds: config.contentTtlSeconds,
      callsPerSecond: config.contentCallsPerSecond,
      database: config.contentful ? database : null,
      isShared: config.databaseUrl !== null,
      log,
      metrics,
    });
    const drafts = config.preview ? createContentfulSource(config.preview, reading) : null;
    const blog = createBlogService(content);
    return { content, blog, contentPages: createPageService(content), drafts };
  }

  /** The site of another configuration takes the place of this one, once it is as ready. */
  async function takeIn(text: string): Promise<void> {
    const next = withSiteFile(config, text);
    const before = served;
    // Which sample pages there are depends on what the company does.
    const isSameBlog =
      isDeepStrictEqual(next.blog, before.config.blog) &&
      (next.contentful !== null || isDeepStrictEqual(next.claims, before.config.claims));
    const now = put(next, isSameBlog ? before : openContent(next));
    if (!isSameBlog) now.content.start();
    const ready = Promise.all([now.blog.list(1), now.app.prepare(closing.signal)]);
    await withTimeout(ready, READY_MS);
    current = next;
    served = now;
    if (!isSameBlog) await before.content.stop();
  }
}

function sourceOf(config: Config, reading: Reading): ContentSource {
  const { contentful, contentCallsPerSecond: callsPerSecond } = config;
  if (contentful) return createContentfulSource({ ...contentful, callsPerSecond }, reading);
  return config.showsSamples ? createEmbeddedSource(config.claims) : NO_POSTS;
}

type ContentParts = Pick<AppParts, 'content' | 'blog' | 'contentPages' | 'drafts'>;
