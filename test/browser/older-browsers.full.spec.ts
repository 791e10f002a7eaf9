import type { Page } from '@playwright/test';
import { ABSENT_SOMEWHERE } from '../engines/comforts.ts';
import { FLOORS, lacks } from '../engines/compatibility.ts';
import { expect, forget, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { hydrated } from './hydrated.ts';
import { takeAway } from './take-away.ts';
import { expectCallable, expectNoOverflow, menu, useTheSite } from './use-the-site.ts';

test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

const ABSENT = ABSENT_SOMEWHERE.flatMap(([, paths]) => paths);

/** What came after Safari 14, Chrome 86 and Firefox 84: older browsers than any that is hydrated. */
const BEYOND_OLDER_BROWSERS = [
  ...ABSENT,
  'css.properties.aspect-ratio',
  'css.properties.inset',
  'css.selectors.focus-visible',
];

for (const { name, version } of FLOORS)
  test(`with what ${name} ${version} has, everything works`, async ({ page }) => {
    await takeAway(
      page,
      ABSENT.filter((path) => lacks(path, name, version)),
    );
    await useTheSite(page);
  });

test('without anything that one of the oldest browsers lacks, everything works and no page is wider than the screen', async ({
  page,
  consoleMessages,
}) => {
  const unused = await takeAway(page, ABSENT);
  await useTheSite(page);
  expect([...unused]).toEqual([]);
  for (const path of PATHS) {
    await page.goto(path);
    await hydrated(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
  }
  forget(consoleMessages, '404');
});

async function useUnhydrated(page: Page): Promise<void> {
  for (const path of PATHS) {
    await page.goto(path);
    await expectNoOverflow(page);
    await expect(page.locator('main h1')).toBeVisible();
    await page.locator('header a[href^="tel:"]').click({ trial: true });
    const covered = await page.evaluate(() => {
      const { bottom } = document.querySelector('#site-nav')?.getBoundingClientRect() ?? {};
      return (document.querySelector('main')?.getBoundingClientRect().top ?? 0) < (bottom ?? 0);
    });
    expect(covered, path).toBe(false);
  }
  await page.goto('/');
  await expectCallable(page);
  await page.locator('#faq summary').nth(2).click();
  await expect(page.locator('#faq details').nth(2).locator('p').first()).toBeVisible();
  await menu(page).getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
  await page.getByLabel('Your name *').fill('Ada Older');
  await page.getByLabel('Mobile Number *').fill('07700 900456');
  await page.getByLabel('Your e-mail *').fill('ada@example.org');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page).toHaveURL('/contact.php');
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
}

test('in a browser before Firefox 115 the page stays as the server made it, its menu a part of it', async ({
  page,
  consoleMessages,
}) => {
  await takeAway(page, BEYOND_OLDER_BROWSERS);
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await useUnhydrated(page);
  expect(asked.filter((url) => /hydrate/.test(url))).toEqual([]);
  forget(consoleMessages, '404');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('and without popovers the menu is a part of the page that covers nothing', async ({
    page,
  }) => {
    await takeAway(page, BEYOND_OLDER_BROWSERS);
    await page.goto('/');
    await expectCallable(page);
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await menu(page).getByRole('link', { name: 'Credit Hire' }).click();
    await expect(page).toHaveURL('/credit-hire');
  });
});
