import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../testing/chromium.ts';
import { freePort, median, startServer } from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';

/** A cheap phone on a weak line: 150 ms there and back, 1.6 Mbit/s, a quarter of this machine's speed. */
const PHONE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, cpu: 4 };
const VIEWPORT = { width: 390, height: 844 };
/** A task beyond this blocks the page (https://web.dev/articles/tbt). */
const LONG_TASK_MS = 50;
/** How long a page is watched: scripts are fetched when it is idle, and the phone needs its time. */
const WATCHED_MS = 6000;

interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  blocking: number;
  longest: number;
  /** When React has taken over; not a number without scripts. */
  takenOver: number;
  requestsBeforePaint: number;
}

/** Runs in the page before anything of it does. */
function watch() {
  const seen = { largestPaint: 0, shift: 0, tasks: [] as number[], takenOver: Number.NaN };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  on('longtask', ({ duration }) => seen.tasks.push(duration));
  const look = setInterval(() => {
    if (!Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber'))) return;
    seen.takenOver = performance.now();
    clearInterval(look);
  }, 10);
}

async function visit(browser: Browser, url: string, scripts: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const { cpu, ...network } = PHONE;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!scripts) await session.send('Network.setBlockedURLs', { urls: ['*.js'] });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'load' });
  await sleep(WATCHED_MS);
  const result = await page.evaluate((longTask) => {
    const { seen } = window as unknown as { seen: { largestPaint: number; shift: number; tasks: number[]; takenOver: number } };
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      firstPaint,
      largestPaint: seen.largestPaint,
      shift: seen.shift,
      blocking: seen.tasks.reduce((sum, duration) => sum + duration - longTask, 0),
      longest: Math.max(0, ...seen.tasks),
      takenOver: seen.takenOver,
      requestsBeforePaint: 1 + fetched.filter(({ responseEnd }) => responseEnd > 0 && responseEnd < firstPaint).length,
    };
  }, LONG_TASK_MS);
  await context.close();
  return result;
}

const { values } = parseArgs({ options: { visits: { type: 'string', default: '7' }, path: { type: 'string', default: '/' } } });
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const port = await freePort();
const environment = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder };
const site = await startServer('the site', 'dist/server/index.js', { environment });
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
  await record(port, values.path);
  const visits: Record<'with scripts' | 'scripts blocked', Visit[]> = { 'with scripts': [], 'scripts blocked': [] };
  for (let count = 0; count < Number(values.visits); count += 1) {
    visits['with scripts'].push(await visit(browser, `http://127.0.0.1:${port}${values.path}`, true));
    visits['scripts blocked'].push(await visit(browser, `http://127.0.0.1:${port}${values.path}`, false));
  }
  const rows = Object.entries(visits).map(([name, all]) => {
    const of = (pick: (visit: Visit) => number) => median(all.map(pick));
    return [
      name,
      figure(
        of((visit) => visit.firstPaint),
        0,
        ' ms',
      ),
      figure(
        of((visit) => visit.largestPaint),
        0,
        ' ms',
      ),
      figure(
        of((visit) => visit.blocking),
        0,
        ' ms',
      ),
      figure(
        of((visit) => visit.longest),
        0,
        ' ms',
      ),
      figure(
        of((visit) => visit.takenOver),
        0,
        ' ms',
      ),
      figure(Math.max(...all.map((visit) => visit.shift)), 3),
      figure(
        of((visit) => visit.requestsBeforePaint),
        0,
      ),
    ];
  });
  const header = [
    'first paint',
    'largest paint',
    'blocking time',
    'longest task',
    'React takes over',
    'worst shift',
    'requests before paint',
  ];
  console.log(table([values.path, ...header], rows));
} finally {
  await browser.close();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}
