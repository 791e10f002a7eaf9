import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/ops/log.ts';
import { type AssembledSite, assembleSite } from '../../server/site.ts';

/** A running site of a test: its parts, its address and every line that it logged. */
export interface TestSite extends AssembledSite {
  url: string;
  lines: string[];
}

/**
 * Starts the whole site on a free port, as server/index.ts does, with this environment; everything
 * is taken down after the test.
 */
export async function startSite(environment: Record<string, string> = {}): Promise<TestSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    SITE_URL: 'http://site.test',
    CONTACT_RATE_LIMIT: '1000',
    ...environment,
  });
  const lines: string[] = [];
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  const site = await assembleSite({ config, log, dist: 'dist' });
  const { server, readiness, close } = site;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  readiness.ready = true;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...site, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}
