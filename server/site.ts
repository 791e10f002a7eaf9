import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { preloadPages } from '../shared/pages.ts';
import { type App, createApp } from './app.ts';
import { createEditorNotifier } from './callbacks/deliver/editor-mail.ts';
import { startCallbacks } from './callbacks/start-callbacks.ts';
import { type Config, withSiteFile } from './config/config.ts';
import { type ContentKind, contentKindOf } from './config/content-kind.ts';
import { createContent, openOwnerFolder, type SiteContentDeps } from './content/create-content.ts';
import { type Database, openDatabase } from './database/database.ts';
import { readBackupAge } from './database/last-backup.ts';
import type { AppDeps } from './endpoints.ts';
import { readAssets } from './http/assets.ts';
import { createGuessLimiter, createRateLimiter } from './http/rate-limits.ts';
import { withTimeout } from './ops/async.ts';
import { createLimitedServer } from './ops/listen.ts';
import { createMetrics } from './ops/metrics.ts';
import { applyBrand } from './seo/apply-brand.ts';
import { watchOwnerFolder } from './watch-owner-folder.ts';

/** Longest wait of an edit of the site file for the pages that are prerendered for it. */
const WARM_UP_TIMEOUT_MS = 2000;

/** Searches that one client may make in ten minutes. */
const MAX_SEARCHES_PER_CLIENT = 60;

/** The site with everything that it needs. Its server does not listen yet. */
export interface AssembledSite {
  server: Server;
  database: Database;
  /** Opens the database. */
  open(): void;
  /** Renders and compresses the pages that need no data. */
  prepare(): Promise<void>;
  /** Stops background work and finishes pending writes. */
  close(): Promise<void>;
  /** Returns the parts of the site, according to the latest version of the site file. */
  current(): AppDeps;
}

/** The app for one version of the site file. An edit of the file replaces all of it at once. */
interface LiveApp extends AppDeps {
  app: App;
}

/**
 * Puts the site together from a configuration.
 * @throws when the folder has no build
 */
export async function assembleSite(deps: {
  config: Config;
  log: Logger;
  /** Folder of the build. */
  dist: string;
}): Promise<AssembledSite> {
  const { config, log, dist } = deps;
  const assets = readAssets(dist);
  // The build tells which sources a stack in the log belongs to.
  log.setBindings({ build: assets.build });
  const metrics = createMetrics(config.dataDir);
  const { build, version, commit } = assets;
  metrics.buildInfo.set({ build, version, commit: commit ?? 'unknown', node: process.version }, 1);
  const databaseGate = Promise.withResolvers<void>();
  const database = openDatabase({ config, log, metrics, openAfter: databaseGate.promise });
  metrics.collectors.backupAge = () => readBackupAge(database);
  await preloadPages();

  /** The app that answers requests. */
  let live: LiveApp;
  const callbacks = startCallbacks({
    config,
    log,
    metrics,
    database,
    getConfig: () => live.config,
  });
  const limits = {
    contact: createRateLimiter(config.contactRateLimit),
    preview: createGuessLimiter('the preview', log),
    webhook: createGuessLimiter("Contentful's webhook", log),
    search: createRateLimiter(MAX_SEARCHES_PER_CLIENT),
  };
  const stopping = new AbortController();
  const { siteUrl } = config;
  const notifyEditors = createEditorNotifier({
    log,
    siteUrl,
    mail: config.editorMail,
    signal: stopping.signal,
  });
  const readiness = { ready: false };
  const sharedDeps = { log, metrics, callbacks, limits, readiness, notifyEditors };

  /** Creates the app, and everything else that depends on the site file. */
  function createLiveApp(config: Config, contentDeps: SiteContentDeps): LiveApp {
    const brandedAssets = applyBrand(assets, config.brand, config.mark);
    const appDeps = { ...sharedDeps, ...contentDeps, config, assets: brandedAssets };
    return { ...appDeps, app: createApp(appDeps) };
  }

  const owner = openOwnerFolder(config);
  const contentFor = (config: Config, contentKind: ContentKind) =>
    createContent({ config, contentKind, owner, log, metrics, database, dist });
  live = createLiveApp(config, contentFor(config, contentKindOf(config)));
  live.content.start();
  // Content of this machine is there before the first request.
  if (!config.contentful) await live.content.whenLoaded();
  const server = createLimitedServer((request, response) => live.app(request, response));

  /** Builds the app for another configuration or source, prerenders its pages, then swaps it in. */
  async function replaceApp(next: Config, contentKind: ContentKind): Promise<void> {
    const previous = live;
    const isContentUnchanged = contentKind === previous.contentKind;
    const contentDeps = isContentUnchanged ? previous : contentFor(next, contentKind);
    const replacement = createLiveApp(next, contentDeps);
    if (!isContentUnchanged) replacement.content.start();
    const warmUp = [replacement.content.whenLoaded(), replacement.app.prepare(stopping.signal)];
    await withTimeout(Promise.all(warmUp), WARM_UP_TIMEOUT_MS);
    live = replacement;
    if (!isContentUnchanged) await previous.content.stop();
  }

  void watchOwnerFolder(config, {
    log,
    owner,
    notifyEditors,
    signal: stopping.signal,
    getLive: () => live,
    applySiteFile: (text) => replaceApp(withSiteFile(config, text), live.contentKind),
    // Samples never come back.
    switchToFolder: () => replaceApp(live.config, 'folder'),
  });

  async function close(): Promise<void> {
    stopping.abort();
    databaseGate.resolve();
    // Waits for all of them, even if one fails, before the database is closed.
    const results = await Promise.allSettled([live.content.stop(), callbacks?.close()]);
    await database.close();
    const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    if (failed) throw failed.reason;
  }

  return {
    server,
    database,
    open: databaseGate.resolve,
    prepare: () => live.app.prepare(stopping.signal),
    close,
    current: () => live,
  };
}
