import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/ops/log.ts';
import { type AssembledSite, assembleSite } from '../../server/site.ts';

/** A running site of a test: its parts, its address and every line that it logged. */
export interface TestSite extends AssembledSite {
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

/** Starts the whole site on a free port, as server/index.ts does, with this environment. */
export async function openSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'http://site.test',
    CONTACT_RATE_LIMIT: '1000',
    ...environment,
  });
  const lines: string[] = [];
  const output = { write: (line: string) => void lines.push(line) };
  const log = createLog(config.logLevel, output);
  const site = await assembleSite({ config, log, output, dist: 'dist' });
  const { server, readiness, close } = site;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.open();
  readiness.ready = true;
  return {
    ...site,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
