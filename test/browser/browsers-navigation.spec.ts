import { NAVIGATION_SLOW_AFTER_MS, NAVIGATION_TIMEOUT_MS } from '../../shared/site/constants.ts';
import { createGate } from './connection/late.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('following a link changes the page without a load and focuses the new heading', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await page.evaluate(() => {
    (window as { kept?: boolean }).kept = true;
    window.scrollTo(0, 3000);
  });
  await page.getByRole('link', { name: 'Terms & Conditions' }).click();
  await expect(page).toHaveURL('/terms');
  await expect(page.locator('main h1')).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.evaluate(() => (window as { kept?: boolean }).kept)).toBe(true);
  await expect(page).toHaveTitle(/Terms/);
});

test('a stalled link shows "Loading…" after 400 ms and reloads in full after 4 s', async ({
  page,
}) => {
  await page.route('**/static/js/About-*.js', createGate().hold);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/terms');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const link = page.locator('#site-nav').getByRole('link', { name: 'About Us' });
  const busy = () => page.locator('main[aria-busy=true]').count();
  await link.click();
  await page.clock.runFor(NAVIGATION_SLOW_AFTER_MS - 10);
  expect(await busy()).toBe(0);
  await page.clock.runFor(20);
  expect(await busy()).toBe(1);
  await page.getByRole('status').getByText('Loading…').click({ trial: true }); // not covered
  await page.clock.runFor(3000);
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/about"]')?.click());
  await expect(page).toHaveURL('/terms');
  const loaded = page.waitForRequest((request) => request.isNavigationRequest());
  await page.clock.runFor(NAVIGATION_TIMEOUT_MS - 3400);
  expect((await loaded).url()).toContain('/about');
  await expect(page.locator('h1')).toHaveText('About us');
});

test('a link without a connection leads to the phone number until there is one again', async ({
  page,
  context,
  consoleMessages,
}) => {
  await page.goto('/about');
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Complaints Procedure' }).click();
  await expect(page.locator('h1')).toHaveText('You are offline');
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  await expect(page.locator('main a[href="tel:999"]')).toBeVisible();
  await expect(page.locator('main .btn--call')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('h1')).toContainText('Complaints');
  await expect(page).toHaveURL('/complaints');
  allowMessage(consoleMessages, 'ERR_INTERNET_DISCONNECTED');
});
