import type { Page } from '@playwright/test';
import { TEST_COMPANY } from '../support/test-company.ts';
import { allowMessage, expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

/** Nodes that somebody removes from a hydrated page. The functions run in the page. */
const REMOVALS = {
  'the data block': () => document.getElementById('blog-cache')?.remove(),
  'a section': () => document.querySelector('main > section')?.remove(),
  'every section': () => document.querySelector('main')?.replaceChildren(),
  'the call bar': () => document.querySelector('.callbar')?.remove(),
  'the header': () => document.querySelector('header')?.remove(),
  'the whole page': () => document.body.replaceChildren(...document.body.querySelectorAll('main')),
};

/** Follows a link as a visitor does, or, where none is left, goes where one would have led. */
const follow = () => {
  const link = document.querySelector<HTMLAnchorElement>('main a[href="/contact"]');
  if (link) return link.click();
  history.pushState(null, '', '/contact');
  dispatchEvent(new PopStateEvent('popstate'));
};

const isUnmarked = (page: Page) =>
  page.evaluate(() => !document.documentElement.hasAttribute('data-old'));

for (const [what, remove] of Object.entries(REMOVALS))
  test(`after ${what} was removed a link leads to its page, without endless errors`, async ({
    page,
    consoleMessages,
  }) => {
    await page.goto('/');
    await waitForHydration(page);
    await page.evaluate(remove);
    await page.evaluate(() => document.documentElement.setAttribute('data-old', ''));
    await page.evaluate(follow);
    await expect(page).toHaveURL('/contact');
    await expect(page.locator('#callback-form')).toBeVisible();
    const number = page.locator('a[href^="tel:"]', { hasText: TEST_COMPANY.COMPANY_PHONE_24H });
    await expect(number.first()).toBeVisible();
    // Where React noticed, the page came from the server, whole.
    const failures = consoleMessages.filter((text) => text.includes('NotFoundError')).length;
    if (failures > 0) await expect.poll(() => isUnmarked(page)).toBe(true);
    expect(failures).toBeLessThan(20);
    allowMessage(consoleMessages, 'NotFoundError');
  });

test('a page that fails again after its reload says so and is not reloaded again', async ({
  page,
  consoleMessages,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto('/contact');
  for (const expected of [2, 2]) {
    await waitForHydration(page);
    await page.evaluate(() => {
      // The list of what is wrong comes before it.
      document.querySelector('#callback-form > p.fine')?.remove();
      document.querySelector<HTMLButtonElement>('#callback-form button[type=submit]')?.click();
    });
    await expect.poll(() => loads).toBe(expected);
    await page.waitForLoadState();
  }
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await expect(page.locator('a[href^="tel:"]:visible').first()).toBeVisible();
  expect(loads).toBe(2);
  expect(consoleMessages.length).toBeLessThan(20);
  allowMessage(consoleMessages, 'NotFoundError');
});
