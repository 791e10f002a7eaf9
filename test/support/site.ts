import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import type { AppDeps } from '../../server/endpoints.ts';
import { createLogger } from '../../server/ops/log.ts';
import { type AssembledSite, assembleSite } from '../../server/site.ts';
import { controlled, type TestBlogService } from './blog.ts';

/** A running site of a test: its parts, its address and every line that it logged. */
export interface TestSite extends AssembledSite, AppDeps {
  blog: TestBlogService;
  url: string;
  lines: string[];
  /** Takes everything down. */
  end(): Promise<void>;
}

/** Starts the whole site, until the test ends. It makes no page before somebody asks for it. */
export async function startSite(environment?: Record<string, string>): Promise<TestSite> {
  const site = await openSite(environment);
  onTestFinished(site.end);
  return site;
}

/** A public site whose owner has set nothing else. */
export const PUBLIC = { SITE_URL: 'https://www.example.com' };
export const EXAMPLE = { ...PUBLIC, SITE_FILE: 'test/support/example-site.json' };
/** A public site that sends every other host to its own. */
export const CANONICAL_HOST_ON = { ...PUBLIC, CANONICAL_HOST: 'on' };

const shared = new Map<string, Promise<TestSite>>();

/**
 * Returns the site with this environment that all tests of a worker share which only read: started
 * for the first of them, ended with the worker. A test that counts requests, log lines or renders,
 * or needs a page that nobody has asked for yet, starts a site of its own.
 */
export function sharedSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const key = JSON.stringify(environment);
  const running = shared.get(key) ?? openShared(environment);
  shared.set(key, running);
  return running;
}

function openShared(environment: Record<string, string>): Promise<TestSite> {
  const DATA_DIR = join(tmpdir(), `shared-site-${process.pid}`);
  // So does vitest end a worker.
  if (shared.size === 0)
    process.once('SIGTERM', () => {
      rmSync(DATA_DIR, { recursive: true, force: true });
      process.exit();
    });
  return openSite({ DATA_DIR: join(DATA_DIR, String(shared.size)), ...environment });
}

/** Starts the whole site on a free port, as server/index.ts does, with this environment. */
export async function openSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'site-')));
  const config = readConfig({
    DATA_DIR: dataDir,
    SITE_DIR: join(dataDir, 'site'),
    SITE_URL: 'http://site.test',
    CONTACT_RATE_LIMIT: '1000',
    ...environment,
  });
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const log = createLogger(config.logLevel, output);
  const site = await assembleSite({ config, log, dist: 'dist' });
  const { server, close } = site;
  const parts = site.current();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.open();
  parts.readiness.ready = true;
  return {
    ...site,
    ...parts,
    blog: controlled(parts.content),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
