import { expect, type Page, type Route } from '@playwright/test';
import { PAGES } from '../every-page.ts';
import { waitForHydration } from '../hydrated.ts';

/** Holds requests back until they are released. */
export function createGate() {
  const waiting: Route[] = [];
  let open = false;
  return {
    hold: (route: Route) => (open ? route.continue() : void waiting.push(route)),
    letGo: () => {
      open = true;
      return Promise.all(waiting.map((route) => route.continue()));
    },
  };
}

/** Counts every shift, even those soon after a click, which the metric forgives. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        shifts.sum += entry.value;
        shifts.moved.push(
          ...entry.sources.map(({ node }) =>
            ((node instanceof Element ? node.outerHTML : node?.nodeValue) ?? '').slice(0, 80),
          ),
        );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the shifts of a page so far, and what moved. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts);

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

const fontLoaded = (page: Page) =>
  page.evaluate(() => document.fonts.load('16px "Public Sans"').then(() => {}));

/**
 * Opens every page and holds back the requests of the pattern until the page has been painted.
 * @throws if anything moves when they arrive
 */
export async function expectNothingMoves(
  page: Page,
  pattern: string,
  width: number,
): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await watchShifts(page);
  const browser = await page.context().newCDPSession(page);
  for (const path of PAGES) {
    await browser.send('Network.clearBrowserCache');
    const late = createGate();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(pattern, late.hold);
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    await painted(page);
    if (!pattern.includes('woff2')) await fontLoaded(page);
    const before = await shiftsOf(page);
    await late.letGo();
    await fontLoaded(page);
    await waitForHydration(page);
    await painted(page);
    const shifts = await shiftsOf(page);
    const what = `${path}: ${shifts.moved.slice(before.moved.length).join(' | ')}`;
    expect(shifts.sum - before.sum, what).toBeLessThanOrEqual(0.002);
  }
}
