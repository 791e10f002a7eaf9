import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import PQueue from 'p-queue';
import { expect, onTestFinished } from 'vitest';
import { peakMemoryMiB } from '../../bench/process.ts';

/** The promise for 500 posts and 200 pages of a folder, and for 2,000 posts of a service. */
const MAX_MEMORY_MIB = 256;
/** Ends a crawl that hangs: thousands of pages are rendered on a machine that may be busy. */
export const CRAWL_TIMEOUT_MS = 900_000;
/** Requests at the same time. */
const CONCURRENCY = 8;
/** Each page is asked for twice: it gets its best compression at the second time. */
const CRAWLS = ['gzip', 'gzip', 'br', 'br', 'identity'];

/** Returns the paths of the sitemap. */
export async function listPaths(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>http:\/\/[^/]*(\/[^<]*)<\/loc>/g)].map(
    ([, path]) => path ?? '',
  );
}

/** Crawls a site's addresses in each encoding, and judges the most memory that its process held. */
export async function expectMemoryToHold(
  pid: number,
  { url, paths }: { url: string; paths: readonly string[] },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  onTestFinished(() => agent.destroy());
  const read = (path: string, encoding: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'Accept-Encoding': encoding };
      get(url + path, { agent, headers }, async (response) => {
        await text(response).catch(reject);
        resolve(response.statusCode);
      }).on('error', reject);
    });
  const queue = new PQueue({ concurrency: CONCURRENCY });
  expect(peakMemoryMiB(pid), 'MiB after the start').toBeLessThan(MAX_MEMORY_MIB);
  for (const encoding of CRAWLS) {
    const statuses = await queue.addAll(paths.map((path) => () => read(path, encoding)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(peakMemoryMiB(pid), `MiB after a crawl by ${encoding}`).toBeLessThan(MAX_MEMORY_MIB);
  }
}
