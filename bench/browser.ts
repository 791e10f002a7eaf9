import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { buildPrograms } from '../build/programs.ts';
import { CHROMIUM_ARGS, findChromium } from '../test/support/chromium.ts';
import { freePort } from '../test/support/free-port.ts';
import { median, type Server, startServer, startSite } from './process.ts';
import { record } from './record.ts';
import { figure, table } from './table.ts';

/**
 * A cheap phone on a weak connection: 150 ms round trip, 1.6 Mbit/s, a quarter of this machine's
 * speed.
 */
const PHONE = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  cpu: 4,
};
const VIEWPORT = { width: 390, height: 844 };
/** A task beyond this blocks the page (https://web.dev/articles/tbt). */
const LONG_TASK_MS = 50;
/**
 * How long a page is watched: scripts are fetched when it is idle, and the phone takes its time.
 */
const WATCHED_MS = 6000;
/** From finger down to finger up. */
const TAP_MS = 90;

interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  /** Of the tasks after the first paint, in milliseconds, as the rest. */
  blocking: number;
  longest: number;
  /** When React has taken over; not a number without scripts. */
  takenOver: number;
  /** The page itself is one of them. */
  blockingRequests: number;
  /** From the click on a link inside the site until the page it leads to is painted. */
  click: number;
}

/** Runs in the page before any of its own scripts. */
function watch() {
  const seen = {
    largestPaint: 0,
    shift: 0,
    tasks: [] as { startTime: number; duration: number }[],
    takenOver: Number.NaN,
  };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
  const look = setInterval(() => {
    if (!Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')))
      return;
    seen.takenOver = performance.now();
    clearInterval(look);
  }, 10);
}

/** Runs in the page. Resolves to milliseconds from the next click to the paint of another heading. */
function watchClick(): Promise<number> {
  const heading = document.querySelector('h1');
  return new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const painted = () => resolve(performance.now() - timeStamp);
        const look = () => {
          // A timer set in the frame that finds another heading runs once that frame is painted.
          if (document.querySelector('h1') === heading) requestAnimationFrame(look);
          else setTimeout(painted);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

/** Taps the first link below the header that leads to another page of the site. */
async function tapLink(page: Page, session: CDPSession): Promise<number> {
  const link = page.locator(':is(main, footer) a[href^="/"]:not([href*="#"], [href*="."])').first();
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error('no link to tap');
  const point = { x: box.x + Math.min(box.width / 2, 20), y: box.y + box.height / 2 };
  const painted = page.evaluate(watchClick);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await sleep(TAP_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return painted;
}

async function visit(browser: Browser, url: string, scripts: boolean): Promise<Visit> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
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
    const { seen } = window as unknown as {
      seen: {
        largestPaint: number;
        shift: number;
        tasks: { startTime: number; duration: number }[];
        takenOver: number;
      };
    };
    const firstPaint =
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const afterPaint = seen.tasks.filter(({ startTime }) => startTime >= firstPaint);
    const fetched = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      renderBlockingStatus: string;
    })[];
    return {
      firstPaint,
      largestPaint: seen.largestPaint,
      shift: seen.shift,
      blocking: afterPaint.reduce((sum, { duration }) => sum + duration - longTask, 0),
      longest: Math.max(0, ...afterPaint.map(({ duration }) => duration)),
      takenOver: seen.takenOver,
      blockingRequests:
        1 +
        fetched.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking').length,
    };
  }, LONG_TASK_MS);
  const click = scripts ? await tapLink(page, session) : Number.NaN;
  await context.close();
  return { ...result, click };
}

const { values } = parseArgs({
  options: { visits: { type: 'string', default: '7' }, path: { type: 'string', default: '/' } },
});
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const ours = await startSite(folder);
const servers: Server[] = [ours];
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_ARGS,
});
try {
  await record(ours.port, values.path);
  await buildPrograms({ development: false, out: folder }, { plain: 'bench/servers/textbook.tsx' });
  const args = [String(await freePort()), 'dist/server/manifest.json', 'dist/public'];
  servers.push(await startServer('plain', join(folder, 'server/plain.js'), { args }));
  const [site, plain] = servers.map((server) => `http://127.0.0.1:${server.port}${values.path}`);
  const watched = [
    { name: 'the site', url: site as string, scripts: true },
    { name: 'the site, scripts blocked', url: site as string, scripts: false },
    { name: 'plain, stylesheet in a file', url: plain as string, scripts: true },
  ].map((what) => ({ ...what, visits: [] as Visit[] }));
  for (let count = 0; count < Number(values.visits); count += 1)
    for (const { url, scripts, visits } of watched) visits.push(await visit(browser, url, scripts));
  const compared = watched.at(-1)?.visits as Visit[];
  const rows = watched.map(({ name, visits }) => {
    const of = (pick: (visit: Visit) => number) => median(visits.map(pick));
    const ms = (pick: (visit: Visit) => number) => figure(of(pick), 0, ' ms');
    const ratio = (pick: (visit: Visit) => number) =>
      figure(median(visits.map((visit, count) => pick(visit) / pick(compared[count] as Visit))), 2);
    return [
      name,
      ms((visit) => visit.firstPaint),
      ratio((visit) => visit.firstPaint),
      ms((visit) => visit.largestPaint),
      ratio((visit) => visit.largestPaint),
      ms((visit) => visit.blocking),
      ms((visit) => visit.longest),
      ms((visit) => visit.takenOver),
      figure(Math.max(...visits.map((visit) => visit.shift)), 3),
      String(of((visit) => visit.blockingRequests)),
      ms((visit) => visit.click),
    ];
  });
  const header = [
    'first paint',
    'x plain',
    'largest paint',
    'x plain',
    'blocking time',
    'longest task',
    'React takes over',
    'worst shift',
    'requests that the paint waits for',
    'click to paint',
  ];
  console.log(table([values.path, ...header], rows));
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true, force: true });
}
