import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/free-port.ts';
import { type Load, load, peakMemoryMiB, type Server, startServer, startSite } from './process.ts';
import { formatNumber, median, medianOf, table } from './table.ts';

const CONNECTIONS = 32;
const HOME = '/';
const POST = '/blogs/credit-hire-in-plain-english';
const CASES = [
  { name: 'Home', path: HOME, status: 200 },
  { name: 'Home, 304', path: HOME, status: 304 },
  { name: 'a post', path: POST, status: 200 },
];

interface Round {
  name: string;
  site: Load;
  bare: Load;
  /** The bare server that writes the same log line and counts the same histogram. */
  logging: Load;
}

interface Seen {
  rounds: Round[];
  siteMiB: number;
  bareMiB: number;
}

/** Waits until a page comes from the page cache: only then has it a Content-Length. */
async function waitUntilCached(site: Server, path: string): Promise<Response> {
  for (;;) {
    const headers = { 'Accept-Encoding': 'br' };
    const answer = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers });
    await answer.arrayBuffer();
    if (answer.headers.has('content-length')) return answer;
    await sleep(50);
  }
}

/**
 * Measures every case once with new processes, because the JIT's choices last as long as they do.
 */
async function measure(seconds: number): Promise<Seen> {
  const servers: Server[] = [];
  try {
    const site = await startSite();
    servers.push(site);
    for (const path of [HOME, POST]) await waitUntilCached(site, path);
    const startBare = async (mode: 'silent' | 'logs') => {
      const port = await freePort();
      const args = [mode, port, site.port, HOME, POST].map(String);
      const server = await startServer(`bare, ${mode}`, port, ['bench/bare-server.ts', ...args]);
      servers.push(server);
      return server;
    };
    const bare = await startBare('silent');
    const logging = await startBare('logs');
    const rounds: Round[] = [];
    for (const { name, path, status } of CASES) {
      const { headers } = await waitUntilCached(site, path);
      const condition = status === 304 ? { 'If-None-Match': headers.get('etag') ?? '' } : {};
      const options = {
        connections: CONNECTIONS,
        duration: seconds,
        requests: [{ path, headers: { 'Accept-Encoding': 'br', ...condition } }],
      };
      for (const server of servers) await load(server, status, { ...options, duration: 1 });
      rounds.push({
        name,
        site: await load(site, status, options),
        bare: await load(bare, status, options),
        logging: await load(logging, status, options),
      });
    }
    return { rounds, siteMiB: peakMemoryMiB(site.pid), bareMiB: peakMemoryMiB(bare.pid) };
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** Compares cached pages of the site with bare servers that send the same bytes. */
export async function benchWarmPages(count: number, seconds: number): Promise<string> {
  const seen: Seen[] = [];
  for (let round = 0; round < count; round += 1) seen.push(await measure(seconds));
  const rows = CASES.map(({ name }) => {
    const rounds = seen.flatMap((each) => each.rounds.filter((round) => round.name === name));
    // Compares rounds next to each other in time, so that other load on the machine affects both.
    const ratio = (pick: (load: Load) => number, to: 'bare' | 'logging' = 'bare') =>
      formatNumber(median(rounds.map((round) => pick(round.site) / pick(round[to]))), 2);
    return [
      name,
      medianOf(rounds, ({ site }) => site.requestsPerSecond, 0),
      ratio(({ requestsPerSecond }) => requestsPerSecond),
      medianOf(rounds, ({ site }) => site.cpuUs, 1, ' us'),
      ratio(({ cpuUs }) => cpuUs),
      ratio(({ cpuUs }) => cpuUs, 'logging'),
      medianOf(rounds, ({ site }) => site.p99Ms, 1, ' ms'),
      ratio(({ p99Ms }) => p99Ms),
    ];
  });
  const site = medianOf(seen, ({ siteMiB }) => siteMiB, 0, ' MiB');
  const bare = medianOf(seen, ({ bareMiB }) => bareMiB, 0, ' MiB');
  const header = [
    'a page that is ready',
    'requests/s',
    'x bare',
    'CPU/request',
    'x bare',
    'x bare that logs',
    'p99',
    'x bare',
  ];
  return `${table(header, rows)}\n\nPeak memory under this load: ${site}, bare ${bare}`;
}
