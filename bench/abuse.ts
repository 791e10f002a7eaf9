import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startContent } from '../test/stand-ins/content.ts';
import { somePosts } from '../test/stand-ins/contentful-stand-in.ts';
import type { CrowdOrder } from './crowd.ts';
import { BROWSER, load, median, onCore, peakMemoryMiB, startSite } from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';

/** Of the visitors whose wait is measured. */
const CONNECTIONS = 4;
/** Time for the crowd to arrive, in milliseconds. */
const ARRIVAL_MS = 500;
const POSTS = 5000;
/** Between the pages that must always be there, in milliseconds. */
const PAUSE_MS = 20;

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0\r\nAccept-Encoding: br\r\n\r\n`;
const FORM = 'name=Ann&mobile={index}';
const post = [
  'POST /contact.php HTTP/1.1',
  'Host: 127.0.0.1',
  'Accept: text/html',
  `Accept-Encoding: ${BROWSER}`,
  'Content-Type: application/x-www-form-urlencoded',
  `Content-Length: ${FORM.length}`,
  `\r\n${FORM}`,
].join('\r\n');

interface Crowd extends Omit<CrowdOrder, 'port'> {
  name: string;
  /** The crowd is the first that a new process sees. */
  isCold?: boolean;
}

const PIPELINED = { connections: 10, pipelined: 2400 };
const MANY = { connections: 128, pipelined: 1 };
const COLD = { connections: 300, pipelined: 1, isCold: true };
/** Pages without blog data: nothing that a crowd does turns one of them into anything but a 200. */
const ALWAYS = ['/', '/about', '/contact', '/accident', '/terms'];
/** Each follows the crowd of the same shape that asks for a kept page. */
const CROWDS: Crowd[] = [
  { name: 'nobody', connections: 0, pipelined: 0, request: '' },
  { name: '2,400 pipelined, a kept page', ...PIPELINED, request: get('/about') },
  { name: '2,400 pipelined, unknown pages', ...PIPELINED, request: get('/n{index}') },
  { name: '2,400 pipelined, unknown posts', ...PIPELINED, request: get('/blogs/n{index}') },
  { name: '128 connections, a kept page', ...MANY, request: get('/about') },
  { name: '128 connections, unknown pages', ...MANY, request: get('/n{index}') },
  { name: '128 connections, unknown posts', ...MANY, request: get('/blogs/n{index}') },
  { name: '128 connections, invalid forms', ...MANY, request: post },
  { name: '128 connections, cold posts', ...MANY, request: get('/blogs/post-{index}') },
  { name: '300 on a cold process, a kept page', ...COLD, request: get('/about') },
  { name: '300 on a cold process, one unknown post', ...COLD, request: get('/blogs/none') },
  {
    name: '400 on a cold process, unknown posts',
    ...COLD,
    connections: 400,
    request: get('/blogs/n{index}'),
  },
  { name: '300 on a cold process, invalid forms', ...COLD, request: post },
];

/** What a crowd does to a visitor of Home, a kept page: the wait, and the memory used. */
export async function benchAbuse({
  rounds,
  seconds,
}: {
  rounds: number;
  seconds: number;
}): Promise<string> {
  const seen = new Map(CROWDS.map(({ name }) => [name, [] as Seen[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const crowd of CROWDS) seen.get(crowd.name)?.push(await measure(crowd, seconds));
  let even: Seen[] = [];
  const rows = CROWDS.map(({ name }) => {
    const own = seen.get(name) as Seen[];
    if (name.endsWith('a kept page')) even = own;
    const ratio = even.length > 0 && own !== even;
    return [
      name,
      figure(median(own.map(({ p99Ms }) => p99Ms)), 1, ' ms'),
      ratio
        ? figure(median(own.map(({ p99Ms }, index) => p99Ms / (even[index] as Seen).p99Ms)), 2)
        : '',
      figure(median(own.map(({ memoryMiB }) => memoryMiB)), 0, ' MiB'),
      String(own.reduce((sum, { refused }) => sum + refused, 0)),
    ];
  });
  return table(['beside', "Home's p99", 'x kept page', 'peak memory', 'not a 200'], rows);
}

interface Seen {
  p99Ms: number;
  memoryMiB: number;
  /** Of the pages without blog data, asked for again and again meanwhile. */
  refused: number;
}

/** Posts with the numbered slugs that the crowd asks for. */
function numberedPosts() {
  const posts = somePosts(POSTS);
  for (const [index, { fields }] of posts.entries())
    fields.slug = `post-${String(index).padStart('{index}'.length, '0')}`;
  return posts;
}

async function measure(crowd: Crowd, seconds: number): Promise<Seen> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const content = await startContent(numberedPosts());
  const environment = { CONTACT_RATE_LIMIT: '1000000', ...content.environment };
  const site = await startSite(folder, environment, { script: process.env.BENCH_SITE });
  try {
    if (!crowd.isCold) for (const path of ['/', '/about']) await record(site.port, path);
    const order = { ...crowd, port: site.port } satisfies CrowdOrder;
    const command = [process.execPath, new URL('crowd.ts', import.meta.url).pathname];
    const crowded =
      crowd.connections > 0 ? spawn(...onCore(2, [...command, JSON.stringify(order)])) : null;
    const leave = new AbortController();
    const refused = countRefused(site.port, leave.signal);
    await sleep(ARRIVAL_MS);
    const headers = { 'Accept-Encoding': BROWSER };
    const round = { path: '/', headers, status: 200, connections: CONNECTIONS, seconds };
    const { p99Ms } = await load(site, round);
    if (crowded) {
      if (crowded.exitCode !== null) throw new Error(`there was no crowd: ${crowd.name}`);
      crowded.kill('SIGKILL');
      await once(crowded, 'exit');
    }
    leave.abort();
    return { p99Ms, memoryMiB: peakMemoryMiB(site.pid), refused: await refused };
  } finally {
    await site.stop();
    await content.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Asks for every page in turn, one at a time. @returns how many answers were no 200 */
async function countRefused(port: number, signal: AbortSignal): Promise<number> {
  let refused = 0;
  while (!signal.aborted)
    for (const path of ALWAYS) {
      const { ok, body } = await fetch(`http://127.0.0.1:${port}${path}`);
      await body?.cancel();
      if (!ok) refused += 1;
      await sleep(PAUSE_MS);
    }
  return refused;
}
