import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';

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
/** Time for which a page is watched: scripts are fetched when it is idle, and the phone is slow. */
const WATCHED_MS = 6000;
/** Milliseconds from finger down to finger up. */
const TAP_MS = 90;

/** Measurements of a visit, in milliseconds except for `shift`. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  /** Total blocking time of the tasks after the first paint. */
  blocking: number;
  longest: number;
  /** The end of hydration; NaN without scripts. */
  hydratedAt: number;
  /** Time from the click on an internal link until its page is painted. */
  click: number;
}

/** Runs in the page before any of its own scripts. */
function watch() {
  const seen = {
    largestPaint: 0,
    shift: 0,
    tasks: [] as { startTime: number; duration: number }[],
    hydratedAt: Number.NaN,
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
  const poll = setInterval(() => {
    if (!Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')))
      return;
    seen.hydratedAt = performance.now();
    clearInterval(poll);
  }, 10);
}

/**
 * Runs in the page. Resolves to milliseconds from the next click to the paint of another heading.
 */
function watchClick(): Promise<number> {
  const heading = document.querySelector('h1');
  return new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const painted = () => resolve(performance.now() - timeStamp);
        const poll = () => {
          // A timer set in the frame that finds another heading runs once that frame is painted.
          if (document.querySelector('h1') === heading) requestAnimationFrame(poll);
          else setTimeout(painted);
        };
        poll();
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

/** Opens a page as a new visitor on that phone, watches it, and taps a link. */
export async function visit(browser: Browser, url: string, scripts: boolean): Promise<Visit> {
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
        hydratedAt: number;
      };
    };
    const firstPaint =
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
    const afterPaint = seen.tasks.filter(({ startTime }) => startTime >= firstPaint);
    return {
      firstPaint,
      largestPaint: seen.largestPaint,
      shift: seen.shift,
      blocking: afterPaint.reduce((sum, { duration }) => sum + duration - longTask, 0),
      longest: Math.max(0, ...afterPaint.map(({ duration }) => duration)),
      hydratedAt: seen.hydratedAt,
    };
  }, LONG_TASK_MS);
  const click = scripts ? await tapLink(page, session) : Number.NaN;
  await context.close();
  return { ...result, click };
}
