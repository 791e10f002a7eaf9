import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentfulStandIn, somePosts } from '../testing/contentful-stand-in.ts';
import { BROWSER, freePort, load, peakMemoryMiB, startServer } from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';

const COUNTS = [20, 1000, 10_000];
const PATHS = { Home: '/', 'a post': '/blogs/post-2', 'the list': '/blogs' };
const CONNECTIONS = 32;

/** The same pages with ever more posts in the content service. */
export async function benchGrowth({ seconds }: { seconds: number }): Promise<string> {
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-'));
    const content = new ContentfulStandIn();
    content.entries = somePosts(count);
    await content.goUp();
    const port = String(await freePort());
    const environment = { PORT: port, HOST: '127.0.0.1', DATA_DIR: folder, CONTENT_TTL_SECONDS: '1', ...content.environment };
    const site = await startServer('the site', 'dist/server/index.js', { environment });
    try {
      for (const [name, path] of Object.entries(PATHS)) {
        const order = { path, headers: { 'Accept-Encoding': BROWSER }, status: 200, connections: CONNECTIONS, seconds };
        await record(site.port, path);
        await load(site, { ...order, seconds: 1 }); // for the JIT
        const { requestsPerSecond, cpuUs, bytes } = await load(site, order);
        rows.push([String(count), name, figure(requestsPerSecond, 0), figure(cpuUs, 1, ' us'), String(bytes)]);
      }
      rows.push([String(count), 'peak memory', figure(peakMemoryMiB(site.pid), 0, ' MiB')]);
    } finally {
      await site.stop();
      await content.goDown();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return table(['posts', 'page', 'requests/s', 'CPU/request', 'bytes on the wire'], rows);
}
