import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type AppParts, createApp } from '../server/app.ts';
import { type Assets, readAssets } from '../server/assets.ts';
import { createContentfulSource } from '../server/blog/contentful.ts';
import { createEmbeddedSource } from '../server/blog/embedded.ts';
import { createLibrary } from '../server/blog/library.ts';
import { createPreviewSource } from '../server/blog/preview.ts';
import { readConfig } from '../server/config.ts';
import { openJournal } from '../server/contact/journal.ts';
import { createLog } from '../server/ops/log.ts';
import { createMetrics } from '../server/ops/metrics.ts';
import { applyTimeouts, SERVER_OPTIONS } from '../server/ops/timeouts.ts';
import { preloadPages } from '../server/page/render.tsx';

/** A running site of a test: its parts, its address and every line that it logged. */
export interface TestSite extends AppParts {
  server: Server;
  url: string;
  lines: string[];
}

/** Starts the whole site on a free port, as server/index.ts does, with this environment; everything is taken down after the test. */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'));
  const config = readConfig({ DATA_DIR: dataDir, SITE_URL: 'http://site.test', CONTACT_RATE_LIMIT: '1000', ...environment });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const readiness = { ready: true };
  const assets: Assets = readAssets('dist');
  const library = createLibrary({
    source: config.contentful ? createContentfulSource(config.contentful) : createEmbeddedSource(),
    ttlSeconds: config.contentTtlSeconds,
    dataDir: config.contentful ? config.dataDir : null,
    log,
    metrics,
  });
  const drafts = config.preview ? createPreviewSource(config.preview) : null;
  const journal =
    config.phpBackendUrl && !config.callbackSpool ? null : await openJournal({ dataDir: config.dataDir, log, metrics });
  await preloadPages();
  library.start();
  const parts = { config, assets, log, metrics, library, drafts, journal, readiness };
  const server = createServer(SERVER_OPTIONS, createApp(parts));
  applyTimeouts(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await Promise.all([library.stop(), journal?.close()]);
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...parts, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}
