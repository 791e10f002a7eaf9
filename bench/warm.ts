import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../test/support/free-port.ts';
import {
  BROWSER,
  load,
  median,
  peakMemoryMiB,
  type Round,
  type Server,
  startServer,
  startSite,
} from './process.ts';
import { type RecordedPage, record } from './record.ts';
import { figure, table } from './table.ts';

const CONNECTIONS = 32;
/** For the JIT, before each measurement, in seconds. */
const WARM_UP_SECONDS = 1;

interface Case {
  name: string;
  path: string;
  headers: Record<string, string>;
  status: 200 | 304;
}

const BARE = 'bare node:http';
const COMPARED = { [BARE]: 'bench/servers/bare.ts', 'minimal Express': 'bench/servers/express.ts' };
const NAMES = [...Object.keys(COMPARED), 'the site'];

/** What was measured of one server: rounds by case, peaks of memory in MiB. */
interface Seen {
  rounds: Map<string, Round[]>;
  memory: number[];
}

/**
 * Warm pages: the bare server, a minimal Express and the site with everything on, in turn. Every
 * round starts new processes: what the JIT makes of the first requests lasts as long as the process,
 * and varies by a fifth from one to the next.
 */
export async function benchWarmPages({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<string> {
  const seen = new Map<string, Seen>(
    NAMES.map((name) => [name, { rounds: new Map(), memory: [] }]),
  );
  for (let round = 0; round < rounds; round += 1) await measure(seen, seconds);
  const memory = [...seen].map(([name, { memory }]) => [name, figure(median(memory), 0, ' MiB')]);
  return `${tableOf(seen)}\n\n${table(['server', 'peak memory under this load'], memory)}`;
}

async function measure(seen: Map<string, Seen>, seconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const servers: Server[] = [];
  try {
    const site = await startSite(join(folder, 'data'));
    servers.push(site);
    const post = await firstPost(site.port);
    const pages = await Promise.all(['/', post].map((path) => record(site.port, path)));
    const file = join(folder, 'pages.json');
    await writeFile(file, JSON.stringify(pages));
    for (const [name, script] of Object.entries(COMPARED))
      servers.push(await startServer(name, script, { args: [String(await freePort()), file] }));
    const cases = pages.flatMap((page, index) => casesOf(index === 0 ? 'Home' : 'a post', page));
    for (const { name, ...order } of cases)
      for (const server of servers) {
        await load(server, { ...order, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
        const { rounds } = seen.get(server.name) as Seen;
        rounds.set(name, [
          ...(rounds.get(name) ?? []),
          await load(server, { ...order, connections: CONNECTIONS, seconds }),
        ]);
      }
    for (const { name, pid } of servers) seen.get(name)?.memory.push(peakMemoryMiB(pid));
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstPost(port: number): Promise<string> {
  const list = (await (await fetch(`http://127.0.0.1:${port}/api/posts`)).json()) as {
    posts: { slug: string }[];
  };
  return `/blogs/${list.posts[0]?.slug}`;
}

function casesOf(name: string, { path, etag }: RecordedPage): Case[] {
  return [
    { name: `${name}, br`, path, headers: { 'Accept-Encoding': BROWSER }, status: 200 },
    { name: `${name}, gzip`, path, headers: { 'Accept-Encoding': 'gzip' }, status: 200 },
    {
      name: `${name}, 304`,
      path,
      headers: { 'Accept-Encoding': BROWSER, 'If-None-Match': etag },
      status: 304,
    },
  ];
}

function tableOf(seen: Map<string, Seen>): string {
  const bareRounds = (seen.get(BARE) as Seen).rounds;
  const rows = [...bareRounds.keys()].flatMap((name) =>
    [...seen].map(([server, { rounds }]) => {
      const own = rounds.get(name) as Round[];
      const bare = bareRounds.get(name) as Round[];
      const of = (pick: (round: Round) => number, digits: number, unit = '') =>
        figure(median(own.map(pick)), digits, unit);
      // Compares rounds next to each other in time, so that other load on the machine affects both.
      const ratio = (pick: (round: Round) => number) =>
        figure(median(own.map((round, index) => pick(round) / pick(bare[index] as Round))), 2);
      return [
        name,
        server,
        of(({ requestsPerSecond }) => requestsPerSecond, 0),
        ratio(({ requestsPerSecond }) => requestsPerSecond),
        of(({ cpuUs }) => cpuUs, 1, ' us'),
        ratio(({ cpuUs }) => cpuUs),
        of(({ medianMs }) => medianMs, 2),
        of(({ p99Ms }) => p99Ms, 2),
        ratio(({ p99Ms }) => p99Ms),
        String(own[0]?.bytes),
      ];
    }),
  );
  return table(
    [
      'page',
      'server',
      'requests/s',
      'x bare',
      'CPU/request',
      'x bare',
      'median ms',
      'p99 ms',
      'x bare',
      'bytes on the wire',
    ],
    rows,
  );
}
