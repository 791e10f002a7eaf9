import type { Page, Route } from '@playwright/test';
import { STATIC_PATHS } from '../shared/routes.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const POST = '/blogs/credit-hire-in-plain-english';
const PATHS = [...STATIC_PATHS, POST, '/no-such-page'];

/** Holds requests back until they are let go. */
function gate() {
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

test('the phone number can be tapped when nothing but the page itself has come', async ({ page, consoleMessages }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/*', (route) => (route.request().isNavigationRequest() ? route.continue() : undefined));
  for (const path of PATHS) {
    await page.goto(path, { waitUntil: 'commit' });
    const call = page.locator('header a[href^="tel:"]');
    await call.click({ trial: true }); // there, in view, not covered, and still
    expect((await call.boundingBox())?.height, path).toBeGreaterThanOrEqual(44);
  }
  forget(consoleMessages, '404');
});

/** Counts every shift, also those soon after a click, which the metric forgives. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, moved: [] as string[] };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        shifts.sum += entry.value;
        shifts.moved.push(...entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : '')));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Sum of the shifts of a page so far, and what moved. */
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts);

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

for (const width of [390, 1440])
  for (const [what, pattern] of [
    ['font', '**/*.woff2'],
    ['scripts', '**/static/js/**'],
  ] as const)
    test(`nothing moves at ${width} px when the ${what} arrive${what === 'font' ? 's' : ''} late`, async ({
      page,
      consoleMessages,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await watchShifts(page);
      await page.goto('/');
      const standIn = await page.evaluate(() =>
        document.fonts.load('16px "Public Sans Fallback"').then(
          (faces) => faces.length > 0,
          () => false,
        ),
      );
      test.skip(what === 'font' && !standIn, 'this machine has no Arial or its equal, which phones and desktops have');
      const browser = await page.context().newCDPSession(page);
      for (const path of PATHS) {
        await browser.send('Network.clearBrowserCache');
        const late = gate();
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.route(pattern, late.hold);
        await page.goto(path, { waitUntil: 'commit' });
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        await painted(page);
        await late.letGo();
        await page.evaluate(() => document.fonts.load('16px "Public Sans"'));
        await hydrated(page);
        await painted(page);
        const shifts = await shiftsOf(page);
        expect(shifts.sum, `${path}: ${shifts.moved.join(' | ')}`).toBeLessThanOrEqual(0.01);
      }
      forget(consoleMessages, '404');
    });

test('what was typed before the scripts came is kept, and the form works once they have', async ({ page }) => {
  const scripts = gate();
  await page.route('**/static/js/**', scripts.hold);
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Your name *').fill('Ada Early');
  await scripts.letGo();
  await hydrated(page);
  await expect(page.getByLabel('Your name *')).toHaveValue('Ada Early');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2);
});

test('without its scripts a page calls, opens its menu and its questions, and sends the form', async ({
  page,
  consoleMessages,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/static/js/**', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('main a[href^="tel:"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.locator('#site-nav')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('#faq summary').nth(2).click();
  await expect(page.locator('#faq details').nth(2)).toHaveAttribute('open', '');
  await page.getByLabel('Your name *').fill('Ada Noscript');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
  forget(consoleMessages, 'ERR_FAILED');
});
