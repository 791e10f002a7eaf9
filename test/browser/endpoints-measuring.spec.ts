import type { Page } from '@playwright/test';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

test.use({ baseURL: ({ measuringSite }, use) => use(measuringSite) });

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
  await page.goto('/about');
  await hydrated(page);
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

test('a visit is measured until the visitor objects, and again once the objection is withdrawn', async ({
  page,
}) => {
  await expect.poll(await visit(page)).toBeGreaterThan(0);
  await page.goto('/privacy-policy');
  await hydrated(page);
  await page.getByLabel(SWITCH).check();
  await expect(page.getByText('We do not measure your visits on this device.')).toBeVisible();
  expect(await (await visit(page))()).toBe(0);
  await page.goto('/privacy-policy');
  await hydrated(page);
  await expect(page.getByLabel(SWITCH)).toBeChecked();
  await page.getByLabel(SWITCH).uncheck();
  await expect.poll(await visit(page)).toBeGreaterThan(0);
});

for (const [name, property, value] of [
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['Do Not Track', 'doNotTrack', '1'],
] as const)
  test(`${name} counts as an objection, and the page says so`, async ({ page }) => {
    await page.addInitScript(
      ([property, value]) =>
        Object.defineProperty(Navigator.prototype, property, { get: () => value }),
      [property, value] as const,
    );
    expect(await (await visit(page))()).toBe(0);
    await page.goto('/privacy-policy');
    await hydrated(page);
    await expect(page.getByLabel(SWITCH)).toBeDisabled();
    await expect(page.getByText('Your browser says no for you.')).toBeVisible();
  });

test('where the browser stores nothing, the page names another way to object', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await page.goto('/privacy-policy');
  await hydrated(page);
  await page.getByLabel(SWITCH).click();
  await expect(page.getByText('Your browser does not keep this choice.')).toBeVisible();
});

/** Opens a page whose scripts fail a few times, and collects what is told of it. */
async function failing(page: Page, times: number): Promise<() => Promise<unknown[]>> {
  const told: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/reports')) told.push(...(request.postDataJSON() as unknown[]));
  });
  await page.goto('/about?q=canary');
  await hydrated(page);
  await page.evaluate((times) => {
    for (let time = 0; time < times; time += 1) {
      const error = new Error(`no 'canary' at ${location.href}`);
      error.stack = `Error: no\n    at x (${location.origin}/static/js/x-ABCD1234.js:1:99)`;
      if (time % 2) Promise.reject(error);
      else setTimeout(() => reportError(error));
    }
  }, times);
  return async () => {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await page.evaluate(() => fetch('/healthz'));
    return told;
  };
}

test('errors in a page are told, five at most, with their place and without addresses or what is quoted', async ({
  page,
  consoleMessages,
}) => {
  const told = await failing(page, 7);
  await expect.poll(async () => (await told()).length).toBe(5);
  expect(await told()).toEqual(
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
  await page.evaluate(() => reportError(new Error('once more')));
  expect(await told()).toHaveLength(5);
  forget(consoleMessages, /canary|once more/);
});

/** What is told of a visitor who taps a number, ticks a step and sends the form. */
async function reachOut(page: Page): Promise<unknown[]> {
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
  // The browser has no telephone, and an address that it cannot open would be an error.
  await page.addInitScript(() =>
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[href^="tel:"],[href*="wa.me"]'))
        event.preventDefault();
    }),
  );
  const hide = await visit(page);
  const goTo = async (path: string) => {
    const observing = page.waitForResponse(/\/static\/js\/vitals-/);
    await page.goto(path);
    await hydrated(page);
    await page.evaluate((script) => import(script), (await observing).url());
  };
  await goTo('/accident');
  await page.getByRole('link', { name: '999' }).first().click();
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: 'https://wa.me/447700900321' });
    document.body.append(link);
    link.click();
  });
  await page.getByLabel('Stay calm: Done').check();
  await page.getByLabel('Stay calm: Done').uncheck();
  await hide();
  await goTo('/contact');
  await page.getByLabel('Your name *').fill('Canary');
  await page.getByLabel('Mobile Number *').fill('07700 900199');
  await page.getByLabel('Your e-mail *').fill('canary@example.com');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
  await hide();
  return told.filter(({ page }) => page);
}

test('taps on numbers, ticked steps and forms are told by page, and nothing of who it was', async ({
  page,
}) => {
  expect(await reachOut(page)).toEqual([
    { name: 'call', page: 'accident', of: 'tel:999' },
    { name: 'call', page: 'accident', of: 'https://wa.me/447700900321' },
    { name: 'step', page: 'accident', of: 'step-calm' },
    { name: 'form-begun', page: 'contact' },
    { name: 'form-sent', page: 'contact' },
  ]);
});

test('of a visitor who objects nothing is counted, and no error is told', async ({
  page,
  consoleMessages,
}) => {
  await page.addInitScript(() => localStorage.setItem('no-measuring', 'yes'));
  expect(await reachOut(page)).toEqual([]);
  const told = await failing(page, 2);
  expect(await told()).toEqual([]);
  forget(consoleMessages, 'canary');
});
