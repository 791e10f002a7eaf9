import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentfulStandIn, somePosts } from '../test/stand-ins/contentful-stand-in.ts';
import {
  BROWSER,
  load,
  median,
  peakMemoryMiB,
  type Round,
  type Server,
  startSite,
} from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';

const COUNTS = [20, 1000, 10_000];
const PATHS = { Home: '/', 'a post': '/blogs/post-2', 'the list': '/blogs' };
const CONNECTIONS = 32;

/** The same pages with more and more posts in the content service. */
export async function benchGrowth({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const contents: ContentfulStandIn[] = [];
  const sites: Server[] = [];
  try {
    for (const count of COUNTS) {
      const content = new ContentfulStandIn();
      contents.push(content);
      content.entries = somePosts(count);
      await content.goUp();
      const name = String(count);
      sites.push(await startSite(join(folder, name), content.environment, { name }));
    }
    const seen = new Map<string, Round[]>();
    for (let round = -1; round < rounds; round += 1)
      for (const [page, path] of Object.entries(PATHS))
        for (const site of sites) {
          await record(site.port, path);
          const order = {
            path,
            headers: { 'Accept-Encoding': BROWSER },
            status: 200,
            connections: CONNECTIONS,
            seconds,
          } as const;
          const result = await load(site, order);
          const key = `${page} ${site.name}`;
          if (round >= 0) seen.set(key, [...(seen.get(key) ?? []), result]); // the first round is for the JIT
        }
    const rows = Object.keys(PATHS).map((page) => [
      page,
      ...sites.map(({ name }) => {
        const own = seen.get(`${page} ${name}`) as Round[];
        const few = seen.get(`${page} ${COUNTS[0]}`) as Round[];
        const ratios = own.map(
          ({ requestsPerSecond }, index) =>
            requestsPerSecond / (few[index] as Round).requestsPerSecond,
        );
        return `${figure(median(ratios), 2)} x, ${own[0]?.bytes} bytes`;
      }),
    ]);
    rows.push(['peak memory', ...sites.map(({ pid }) => figure(peakMemoryMiB(pid), 0, ' MiB'))]);
    return table(['requests/s, by posts', ...COUNTS.map(String)], rows);
  } finally {
    for (const site of sites) await site.stop();
    for (const content of contents) await content.goDown();
    await rm(folder, { recursive: true, force: true });
  }
}
