import { test as base, expect, type Page } from '@playwright/test';
import { CALLBACK_MESSAGES } from '../../../shared/site/constants.ts';
import { PLACEHOLDER_COMPANY } from '../../../shared/site/placeholder-company.ts';
import { fillForm } from '../callback-form.ts';
import { waitForHydration } from '../hydrated.ts';
import { OwnSite } from '../own-site.ts';

const WITH_WORKER = { SERVICE_WORKER: 'on' };

const test = base.extend<{ site: OwnSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern
  site: async ({}, use) => {
    const site = await OwnSite.start(WITH_WORKER);
    await use(site);
    await site.end();
  },
});

/** Visits a page and waits until the worker has everything that it keeps and controls the page. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Returns the names of the caches, without the version. */
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

test('after any visit the accident page opens without a connection and works', async ({
  page,
  context,
  site,
}) => {
  await visit(page, `${site.url}/terms`);
  await site.goAway();
  await context.setOffline(true);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/accident`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Had a Road Accident?');
  await expect(page.locator('header a[href^="tel:"]')).toBeVisible();
  expect(
    await page.evaluate(() =>
      document.fonts.ready.then(() => document.fonts.check('16px "Public Sans"')),
    ),
  ).toBe(true);
  await waitForHydration(page);
  await page.getByLabel('Registration').fill('AB12 CDE');
  await page.getByLabel('Stay calm: Done').check();
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel('Registration')).toHaveValue('AB12 CDE');
  await expect(page.getByLabel('Stay calm: Done')).toBeChecked();
  expect(
    failed.filter((path) => /\.(woff2|svg)$/.test(path) && path.startsWith('/static/')),
  ).toEqual([]);
});

test('without a connection every other page says so and shows the phone number', async ({
  page,
  context,
  site,
}) => {
  await visit(page, `${site.url}/`);
  await site.goAway();
  await context.setOffline(true);
  for (const path of ['/', '/blogs', '/blogs/some-post', '/contact', '/no-such-page']) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    await expect(page.locator('main .btn--call')).toContainText(PLACEHOLDER_COMPANY.phone24h);
  }
  await page.getByRole('link', { name: 'What to do after an accident' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Had a Road Accident?');
});

test('the connection comes back and with it the page that was asked for', async ({
  page,
  site,
}) => {
  await visit(page, `${site.url}/`);
  await site.goAway();
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await site.comeBack(WITH_WORKER);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
  await expect(page).toHaveURL(`${site.url}/about`);
});

test('offline the accident page opens, and the blog is the offline page until online', async ({
  page,
  context,
  site,
}) => {
  await visit(page, `${site.url}/about`);
  await page.reload(); // everything on it has now come through the worker
  await waitForHydration(page);
  await context.setOffline(true);
  const links = page.locator('#site-nav');
  await links.getByRole('link', { name: 'Accident', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Had a Road Accident?');
  await links.getByRole('link', { name: 'Blogs', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Blog');
});

test('online no page is stale, and a new edition replaces the cached one', async ({
  page,
  context,
  site,
}) => {
  await visit(page, `${site.url}/accident`);
  const [before] = await cacheNames(page);
  await site.comeBack({ ...WITH_WORKER, COMPANY_PHONE_24H: '0808 157 0199' });
  for (const path of ['/accident', '/contact']) {
    await page.goto(site.url + path); // the old worker still answers for the first one
    await expect(page.locator('header a[href^="tel:"]'), path).toHaveText(/0199/);
  }
  await expect.poll(async () => (await cacheNames(page)).includes(before as string)).toBe(false);
  expect(await cacheNames(page)).toHaveLength(1);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await site.goAway();
  await context.setOffline(true);
  await page.goto(`${site.url}/accident`);
  await expect(page.locator('header a[href^="tel:"]')).toHaveText(/0199/);
});

test('turned off, the worker unregisters and deletes its caches', async ({ page, site }) => {
  await visit(page, `${site.url}/accident`);
  await site.comeBack({ SERVICE_WORKER: 'off' });
  await page.goto(`${site.url}/about`);
  await expect.poll(() => cacheNames(page)).toEqual([]);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
  await page.goto(`${site.url}/accident`);
  await waitForHydration(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test('a callback request passes the worker untouched', async ({ page, site }) => {
  await visit(page, `${site.url}/contact`);
  await page.reload();
  await waitForHydration(page);
  await fillForm(page, { name: 'Ada', mobile: '07700 900456', email: 'ada@example.org' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText(CALLBACK_MESSAGES.sent)).toBeVisible();
});

/** Ways in which the store of the worker fails. They stand in front of the worker's script. */
const BROKEN_CACHES = {
  'rejects a look': `CacheStorage.prototype.match = () => Promise.reject(new DOMException('made to fail', 'UnknownError'));`,
  'rejects everything': `for (const name of ['match', 'open', 'keys', 'delete']) CacheStorage.prototype[name] = () => Promise.reject(new DOMException('made to fail', 'UnknownError'));`,
  'throws at access': `Object.defineProperty(self, 'caches', { get() { throw new DOMException('made to fail', 'SecurityError'); } });`,
  'is full': `Cache.prototype.addAll = () => Promise.reject(new DOMException('made to fail', 'QuotaExceededError'));`,
};

for (const [how, script] of Object.entries(BROKEN_CACHES))
  test(`online and offline pages work when the worker's cache ${how}`, async ({
    page,
    context,
    site,
  }) => {
    await context.route('**/service-worker.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: script + (await response.text()) });
    });
    await visit(page, `${site.url}/about`);
    await page.reload();
    await waitForHydration(page);
    await page.locator('#site-nav').getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.locator('.form-card')).not.toHaveCSS('padding-top', '0px');
    await site.goAway();
    await context.setOffline(true);
    await page.goto(`${site.url}/Accident/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Had a Road Accident?');
    await page.goto(`${site.url}/terms`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  });
