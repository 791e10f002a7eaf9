import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, load, median, peakMemoryMiB, type Round, type Server, startServer } from './process.ts';
import type { RecordedPage } from './servers/pages.ts';
import { figure, table } from './table.ts';

const BROWSER = 'gzip, deflate, br, zstd';
const CONNECTIONS = 32;
/** The first rounds make the JIT's decisions and are not counted. */
const WARM_UP_ROUNDS = 1;

interface Case {
  name: string;
  path: string;
  headers: Record<string, string>;
  status: 200 | 304;
}

/** Warm pages: the bare server, a minimal Express and the site with everything on, round by round in turn. */
export async function benchWarmPages({ rounds, seconds }: { rounds: number; seconds: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  try {
    const sitePort = await freePort();
    const site = await startServer('the site', 'dist/server/index.js', {
      environment: { PORT: String(sitePort), HOST: '127.0.0.1', DATA_DIR: join(folder, 'data') },
    });
    servers.push(site);
    const post = await firstPost(site.port);
    const pages = await Promise.all(['/', post].map((path) => record(site.port, path)));
    const file = join(folder, 'pages.json');
    await writeFile(file, JSON.stringify(pages));
    for (const [name, script] of [
      ['bare node:http', 'bench/servers/bare.ts'],
      ['minimal Express', 'bench/servers/express.ts'],
    ] as const)
      servers.push(await startServer(name, script, { args: [String(await freePort()), file] }));
    const cases = pages.flatMap((page, index) => casesOf(index === 0 ? 'Home' : 'a post', page));
    const results = await measure(servers, cases, rounds, seconds);
    const memory = servers.map(({ name, pid }) => [name, figure(peakMemoryMiB(pid), 0, ' MiB')]);
    return `${results}\n\n${table(['server', 'peak memory under this load'], memory)}`;
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstPost(port: number): Promise<string> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/api/posts`)).json()) as { posts: { slug: string }[] };
  return `/blogs/${list.posts[0]?.slug}`;
}

/** Asks until the page comes from the page cache in its best compression, and keeps its bytes. */
async function record(port: number, path: string): Promise<RecordedPage> {
  const { request } = await import('node:http');
  const get = (encoding: string) =>
    new Promise<{ etag: string; cached: boolean; body: Buffer }>((resolve, reject) => {
      const headers = { 'Accept-Encoding': encoding, 'User-Agent': 'Mozilla/5.0' };
      request({ port, path, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ etag: response.headers.etag ?? '', cached: 'content-length' in response.headers, body });
      })
        .on('error', reject)
        .end();
    });
  while (!(await get(BROWSER)).cached) await sleep(50);
  const [br, gzip] = [await get(BROWSER), await get('gzip')];
  return { path, etag: br.etag, bodies: { br: br.body.toString('base64'), gzip: gzip.body.toString('base64') } };
}

function casesOf(name: string, { path, etag }: RecordedPage): Case[] {
  return [
    { name: `${name}, br`, path, headers: { 'Accept-Encoding': BROWSER }, status: 200 },
    { name: `${name}, gzip`, path, headers: { 'Accept-Encoding': 'gzip' }, status: 200 },
    { name: `${name}, 304`, path, headers: { 'Accept-Encoding': BROWSER, 'If-None-Match': etag }, status: 304 },
  ];
}

async function measure(servers: Server[], cases: Case[], rounds: number, seconds: number): Promise<string> {
  const seen = new Map<string, Round[]>();
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
    for (const { name, ...order } of cases)
      for (const server of servers) {
        const result = await load(server, { ...order, connections: CONNECTIONS, seconds });
        const key = `${name} ${server.name}`;
        if (round >= 0) seen.set(key, [...(seen.get(key) ?? []), result]);
      }
  const rows = cases.flatMap(({ name }) =>
    servers
      .toSorted((a, b) => order(a) - order(b))
      .map((server) => {
        const own = seen.get(`${name} ${server.name}`) as Round[];
        const bare = seen.get(`${name} bare node:http`) as Round[];
        // Neighbours in time are compared, so that whatever else the machine does falls on both.
        const ratio = (pick: (round: Round) => number) =>
          median(own.map((round, index) => pick(round) / pick(bare[index] as Round)));
        const cpu = own.every((round) => round.cpuUs !== null) ? median(own.map((round) => round.cpuUs as number)) : null;
        return [
          name,
          server.name,
          Math.round(median(own.map((round) => round.requestsPerSecond))).toString(),
          ratio((round) => round.requestsPerSecond).toFixed(2),
          figure(cpu, 1, ' us'),
          cpu === null ? '' : ratio((round) => round.cpuUs as number).toFixed(2),
          median(own.map((round) => round.medianMs)).toFixed(2),
          median(own.map((round) => round.p99Ms)).toFixed(2),
          ratio((round) => round.p99Ms).toFixed(2),
          String(own[0]?.bytes),
        ];
      }),
  );
  return table(
    ['page', 'server', 'requests/s', 'x bare', 'CPU/request', 'x bare', 'median ms', 'p99 ms', 'x bare', 'bytes on the wire'],
    rows,
  );
}

const ORDER = ['bare node:http', 'minimal Express', 'the site'];
const order = ({ name }: Server) => ORDER.indexOf(name);
