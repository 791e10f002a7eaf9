import { DROPDOWN_CLOSE_DELAY_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 1279, height: 800 };

test('the navigation shows from 1280 px on and a menu toggle below', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/');
  const navigation = page.locator('#site-nav');
  const toggle = page.getByRole('button', { name: 'Menu' });
  await expect(navigation).toBeVisible();
  await expect(toggle).toBeHidden();
  await page.setViewportSize(NARROW);
  await expect(navigation).toBeHidden();
  await expect(toggle).toBeVisible();
});

test('the menu opens, closes by its button and by Escape, and closes when a link is followed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await hydrated(page);
  const navigation = page.locator('#site-nav');
  const toggle = page.getByRole('button', { name: 'Menu' });
  await toggle.click();
  await expect(navigation).toBeVisible();
  await toggle.click();
  await expect(navigation).toBeHidden();
  await toggle.click();
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await toggle.click();
  await navigation.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(navigation).toBeHidden();
});

test('a press outside closes the menu where the browser does not', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await hydrated(page);
  const menu = page.locator('#site-nav');
  await menu.evaluate((nav) => nav.setAttribute('popover', 'manual'));
  await page.locator('.burger').click();
  await expect(menu).toBeVisible();
  await page.mouse.click(195, 830);
  await expect(menu).toBeHidden();
  await page.locator('.burger').click();
  await expect(menu).toBeVisible();
  await page.locator('.burger').click();
  await expect(menu).toBeHidden();
});

test('the dropdown opens under the mouse, stays open on re-entry, and closes 200 ms after the pointer has left', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await hydrated(page);
  const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
  await expect(creditHire).toBeHidden();
  await page.getByRole('link', { name: 'Replacement Vehicles', exact: true }).first().hover();
  await expect(creditHire).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.mouse.move(5, 700);
  await page.clock.runFor(DROPDOWN_CLOSE_DELAY_MS - 10);
  await expect(creditHire).toBeVisible();
  await page.clock.runFor(20);
  await expect(creditHire).toBeHidden();
});

test('a click leaves open what pointing has opened, and Escape closes it wherever the focus is', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  const answer = await page.goto('/');
  expect(await answer?.text()).not.toMatch(/<button[^>]* aria-expanded/); // until there is a script to tell
  await hydrated(page);
  const button = page.getByRole('button', { name: 'More about Replacement Vehicles' });
  const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
  await button.hover();
  await expect(creditHire).toBeVisible();
  await button.click();
  await expect(creditHire).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.locator('.skip').focus();
  await page.getByRole('link', { name: 'Replacement Vehicles', exact: true }).first().hover();
  await expect(creditHire).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(creditHire).toBeHidden();
  await expect(page.locator('.skip')).toBeFocused();
});

test('the dropdown answers the keyboard: Enter opens, Escape closes and gives the focus back, leaving closes', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await hydrated(page);
  const button = page.getByRole('button', { name: 'More about Replacement Vehicles' });
  const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(creditHire).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(creditHire).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Space');
  await expect(creditHire).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(creditHire).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the dropdown in the menu opens and closes by its button', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.waitForFunction(() =>
      Object.keys(document.documentElement).some((key) => key.startsWith('__reactFiber')),
    );
    const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
    const button = page.getByRole('button', { name: 'More about Replacement Vehicles' });
    await expect(creditHire).toBeHidden();
    await button.tap();
    await expect(creditHire).toBeVisible();
    await button.tap();
    await expect(creditHire).toBeHidden();
  });
});
