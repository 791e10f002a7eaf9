import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from 'autocannon';
import { load, loadCommand, peakMemoryMiB, startSite } from './process.ts';
import { formatNumber, median, medianOf, table } from './table.ts';

/** The number of visitors of Home, a cached page, whose wait is measured. */
const VISITORS = 4;
const VISITS = 200;
const PATIENCE_S = 60;
const ARRIVAL_MS = 500;
const FOREVER_S = 3600;

const FORM = {
  method: 'POST' as const,
  body: 'name=Ann&mobile={index}',
  headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
};
const READY = { path: '/about' };
const UNKNOWN_PAGES = { path: '/n{index}' };
const UNKNOWN_POSTS = { path: '/blogs/n{index}' };
const PIPELINED = { connections: 10, pipelining: 240 };
const MANY = { connections: 128 };

/** Kinds of crowd. The first requests a cached page: the others are compared with it. */
const CROWDS: (Omit<Options, 'url'> & { name: string; isMeasure?: true })[] = [
  { name: '2,400 pipelined, a ready page', isMeasure: true, ...PIPELINED, requests: [READY] },
  { name: '2,400 pipelined, unknown pages', ...PIPELINED, requests: [UNKNOWN_PAGES] },
  { name: '2,400 pipelined, unknown posts', ...PIPELINED, requests: [UNKNOWN_POSTS] },
  { name: '128 connections, a ready page', isMeasure: true, ...MANY, requests: [READY] },
  { name: '128 connections, unknown pages', ...MANY, requests: [UNKNOWN_PAGES] },
  { name: '128 connections, unknown posts', ...MANY, requests: [UNKNOWN_POSTS] },
  {
    name: '128 connections, invalid forms',
    ...MANY,
    requests: [{ path: '/contact.php', ...FORM }],
  },
];

interface Measurement {
  p99Ms: number;
  memoryMiB: number;
}

async function measure(crowd: Omit<Options, 'url'>): Promise<Measurement> {
  const site = await startSite({ CONTACT_RATE_LIMIT: '1000000' });
  const crowdProcess = spawn(...loadCommand(site, { ...crowd, duration: FOREVER_S }), {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await sleep(ARRIVAL_MS);
    const { p99Ms } = await load(site, 200, {
      connections: VISITORS,
      amount: VISITS,
      timeout: PATIENCE_S,
      requests: [{ path: '/', headers: { 'Accept-Encoding': 'br' } }],
    });
    if (crowdProcess.exitCode !== null) throw new Error('there was no crowd');
    return { p99Ms, memoryMiB: peakMemoryMiB(site.pid) };
  } finally {
    if (crowdProcess.kill('SIGKILL')) await once(crowdProcess, 'exit');
    await site.stop();
  }
}

/** Measures the wait of a visitor of Home, and the memory, while a crowd uses the site. */
export async function benchCrowd(count: number): Promise<string> {
  const rows: string[][] = [];
  let measureP99Ms = Number.NaN;
  for (const { name, isMeasure: isBaseline, ...crowd } of CROWDS) {
    const seen: Measurement[] = [];
    for (let round = 0; round < count; round += 1) seen.push(await measure(crowd));
    const p99Ms = median(seen.map((each) => each.p99Ms));
    if (isBaseline) measureP99Ms = p99Ms;
    rows.push([
      name,
      formatNumber(p99Ms, 0, ' ms'),
      formatNumber(p99Ms / measureP99Ms, 2),
      medianOf(seen, ({ memoryMiB }) => memoryMiB, 0, ' MiB'),
    ]);
  }
  return table(['beside', "Home's p99", 'x ready page', 'peak memory'], rows);
}
