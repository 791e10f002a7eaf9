import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER, freePort, load, median, peakMemoryMiB, type Round, type Server, startServer } from './process.ts';
import { type RecordedPage, record } from './record.ts';
import { figure, table } from './table.ts';

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
        const cpu = median(own.map((round) => round.cpuUs));
        return [
          name,
          server.name,
          Math.round(median(own.map((round) => round.requestsPerSecond))).toString(),
          ratio((round) => round.requestsPerSecond).toFixed(2),
          figure(cpu, 1, ' us'),
          figure(
            ratio((round) => round.cpuUs),
            2,
          ),
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
