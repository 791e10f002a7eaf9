import type { Page } from '@playwright/test';
import { TEST_COMPANY } from '../support/test-company.ts';
import { fillForm } from './callback-form.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

// One worker, and with it one site, which measures every visit.
test.describe.configure({ mode: 'default' });

let site: OwnSite;
test.beforeAll(async () => {
  site = await OwnSite.start(TEST_COMPANY);
});
test.afterAll(() => site.end());

/**
 * Loads a page with its scripts and switches to another tab, which is when figures are sent.
 * @returns a function that tells how many have been sent by now
 */
async function visit(page: Page): Promise<() => Promise<number>> {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/vitals')) sent++;
  });
  const observing = page.waitForResponse(/\/static\/js\/vitals-/);
  await page.goto(`${site.url}/about`);
  await waitForHydration(page);
  await page.evaluate((script) => import(script), (await observing).url());
  return async () => {
    // The figures of a load arrive one by one.
    await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    // Once this is answered, whatever was sent before it has been seen.
    await page.evaluate(() => fetch('/healthz'));
    return sent;
  };
}

const SWITCH = 'Do not measure my visits';

test('a visit is measured unless the visitor objects, and again once that is undone', async ({
  page,
}) => {
  await expect.poll(await visit(page)).toBeGreaterThan(0);
  await page.goto(`${site.url}/privacy-policy`);
  await waitForHydration(page);
  await page.getByLabel(SWITCH).check();
  await expect(page.getByText('We do not measure your visits on this device.')).toBeVisible();
  expect(await (await visit(page))()).toBe(0);
  await page.goto(`${site.url}/privacy-policy`);
  await waitForHydration(page);
  await expect(page.getByLabel(SWITCH)).toBeChecked();
  await page.getByLabel(SWITCH).uncheck();
  await expect.poll(await visit(page)).toBeGreaterThan(0);
});

test('Global Privacy Control and Do Not Track count as objections, as the page says', async ({
  context,
}) => {
  for (const [property, value] of [
    ['globalPrivacyControl', true],
    ['doNotTrack', '1'],
  ] as const) {
    const page = await context.newPage();
    await page.addInitScript(
      ([property, value]) =>
        Object.defineProperty(Navigator.prototype, property, { get: () => value }),
      [property, value] as const,
    );
    expect(await (await visit(page))(), property).toBe(0);
    await page.goto(`${site.url}/privacy-policy`);
    await waitForHydration(page);
    await expect(page.getByLabel(SWITCH)).toBeDisabled();
    await expect(page.getByText('Your browser has opted out for you.')).toBeVisible();
  }
});

/**
 * Makes the scripts of /about fail a few times.
 * @returns the reports of it
 */
async function fail(page: Page, times: number): Promise<unknown[]> {
  const told: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/reports')) told.push(...(request.postDataJSON() as unknown[]));
  });
  await page.goto(`${site.url}/about?q=canary`);
  await waitForHydration(page);
  const reporting = page.waitForResponse(/\/static\/js\/error-reports-/);
  await page.evaluate((times) => {
    // The browser's own, for the fade into a page that nobody awaits any more: no error.
    Promise.reject(new DOMException('Transition was skipped', 'AbortError'));
    for (let time = 0; time < times; time += 1) {
      const error = new Error(`no 'canary' at ${location.href}`);
      error.stack = `Error: no\n    at x (${location.origin}/static/js/x-ABCD1234.js:1:99)`;
      if (time % 2) Promise.reject(error);
      else reportError(error);
    }
  }, times);
  await page.evaluate((script) => import(script), (await reporting).url());
  await page.evaluate(() => fetch('/healthz')); // what was sent before has been seen then
  return told;
}

test('at most five errors a page are reported, without URLs, unless a visitor objects', async ({
  page,
  consoleMessages,
}) => {
  expect(await fail(page, 7)).toEqual(
    Array(5).fill({
      type: 'script-error',
      body: {
        message: 'no … at /about',
        place: '/static/js/x-ABCD1234.js:1:99',
        build: expect.stringMatching(/^\w{8}$/),
        browser: 'chrome',
      },
    }),
  );
  await page.evaluate(() => localStorage.setItem('no-measuring', 'yes'));
  expect(await fail(page, 2)).toEqual([]);
  allowMessage(consoleMessages, /canary|AbortError/);
});

test('taps on numbers, ticked steps and forms are counted by page, without identity', async ({
  page,
}) => {
  const told: { name: string; page?: string }[] = [];
  await page.exposeFunction('tell', (text: string) => told.push(...JSON.parse(text)));
  // What a beacon holds, Chromium shows to nobody.
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell(text: string): void };
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (url, body) => {
      if (url === '/vitals') void (body as Blob).text().then(tell);
      return send(url, body);
    };
  });
  const hide = await visit(page);
  const goTo = async (path: string) => {
    const observing = page.waitForResponse(/\/static\/js\/vitals-/);
    await page.goto(site.url + path);
    await waitForHydration(page);
    await page.evaluate((script) => import(script), (await observing).url());
  };
  await goTo('/accident');
  await page.getByRole('link', { name: '999' }).first().click(); // the browser has no telephone
  await page.getByLabel('Stay calm: Done').check();
  await page.getByLabel('Stay calm: Done').uncheck();
  await hide();
  await goTo('/contact');
  await fillForm(page, { name: 'Canary', mobile: '07700 900199', email: 'canary@example.com' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
  await hide();
  expect(told.filter(({ page }) => page)).toEqual([
    { name: 'call', page: 'accident', of: 'tel:999' },
    { name: 'step', page: 'accident', of: 'step-calm' },
    { name: 'form-begun', page: 'contact' },
    { name: 'form-sent', page: 'contact' },
  ]);
});

test('a browser without beacons is not measured, and no error comes of it', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'sendBeacon');
  });
  expect(await (await visit(page))()).toBe(0);
});
