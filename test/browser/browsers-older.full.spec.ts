import type { Page } from '@playwright/test';
import { overflow } from '../engines/layout.ts';
import { fillForm } from './callback-form.ts';
import { allowMessage, expect, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';

// The policy holds a hash of the styles, which are changed here.
test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

/**
 * Removes each feature that the site uses and Chrome 111, Firefox 115 or Safari 16.4 lacks. Runs in
 * the page.
 */
function lack(): void {
  const features: [object, string][] = [
    [Document.prototype, 'startViewTransition'],
    [HTMLElement.prototype, 'hidePopover'],
    [HTMLElement.prototype, 'popover'],
    [Navigator.prototype, 'share'],
    [window, 'cancelIdleCallback'],
    [window, 'requestIdleCallback'],
    [window, 'trustedTypes'],
  ];
  for (const [owner, name] of features) Reflect.deleteProperty(owner, name);
}

/** Takes popovers, `:has()` and `scripting` out of pages and stylesheets as well. */
async function takeAway(page: Page): Promise<void> {
  await page.addInitScript(lack);
  const without = (text: string) =>
    text
      .replaceAll(' popover', ' data-popover')
      .replace(/(?<=[:(])(?=has\(|popover-open|scripting:)/g, 'unknown-');
  await page.route(
    ({ pathname }) => !pathname.includes('.') || pathname.endsWith('.css'),
    async (route) => {
      const response = await route.fetch();
      const isText = /html|css/.test(response.headers()['content-type'] ?? '');
      await route.fulfill({ response, ...(isText && { body: without(await response.text()) }) });
    },
  );
}

const menu = (page: Page) => page.locator('#site-nav');

/** Expects that the numbers can be tapped: nothing lies above them. */
async function expectCallable(page: Page): Promise<void> {
  await page.locator('header a[href^="tel:"]').click({ trial: true });
  await page.locator('main a[href^="tel:"]').first().click({ trial: true });
}

async function sendForm(page: Page): Promise<void> {
  await fillForm(page, { name: 'Ada Older', mobile: '07700 900456', email: 'ada@example.org' });
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByText('Thank you! We will contact you shortly.')).toBeVisible();
}

async function openQuestion(page: Page): Promise<void> {
  const question = page.locator('#faq details').nth(2);
  await question.locator('summary').click();
  await expect(question.locator('p').first()).toBeVisible();
}

test('everything works without any feature that one of the oldest browsers lacks', async ({
  page,
  consoleMessages,
}) => {
  await takeAway(page);
  await page.goto('/');
  await waitForHydration(page);
  await expectCallable(page);
  const button = page.getByRole('button', { name: 'Menu' });
  await expect(menu(page)).toBeHidden();
  await button.click();
  await expect(menu(page)).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button).toBeFocused();
  await openQuestion(page);
  await page.getByRole('button', { name: 'Next testimonial' }).click();
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await button.click();
  await menu(page).getByRole('link', { name: 'Accident', exact: true }).click();
  await expect(page.locator('main h1')).toHaveText('Had a Road Accident?');
  await expect(menu(page)).toBeHidden();
  await page.getByLabel('Registration').fill('AB12 CDE');
  await expect(page.locator('.print-sheet')).toContainText('AB12 CDE');
  await button.click();
  await menu(page).getByRole('link', { name: 'Contact Us' }).click();
  await sendForm(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const creditHire = menu(page).getByRole('link', { name: 'Credit Hire' });
  await expect(creditHire).toBeHidden();
  await menu(page).getByRole('link', { name: 'Replacement Vehicles', exact: true }).hover();
  await creditHire.click();
  await expect(page).toHaveURL('/credit-hire');
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  for (const path of PATHS) {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(overflow), path).toBe(0);
    }
  }
  allowMessage(consoleMessages, '404');
});

test('before Firefox 115 the page stays as served, its menu covering nothing', async ({
  page,
  consoleMessages,
}) => {
  await takeAway(page);
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const path of PATHS) {
    await page.goto(path);
    expect(await page.evaluate(overflow), path).toBe(0);
    await page.locator('header a[href^="tel:"]').click({ trial: true });
    const [nav, main] = await Promise.all(
      [menu(page), page.locator('main')].map((part) => part.boundingBox()),
    );
    expect(main?.y, path).toBeGreaterThanOrEqual((nav?.y ?? 0) + (nav?.height ?? 0));
  }
  await page.goto('/');
  await expectCallable(page);
  await openQuestion(page);
  await menu(page).getByRole('link', { name: 'Contact Us' }).click();
  await sendForm(page);
  await expect(page).toHaveURL('/contact.php');
  expect(asked.filter((url) => url.includes('hydrate'))).toEqual([]);
  allowMessage(consoleMessages, '404');
});
