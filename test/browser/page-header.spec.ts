import { DROPDOWN_CLOSE_DELAY_MS } from '../../shared/site/constants.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

const WIDE = { width: 1280, height: 800 };

test.describe('below 1280 px', () => {
  test.use({ hasTouch: true, viewport: { width: 1279, height: 800 } });

  test('a toggle opens menu and dropdown; Escape, a press outside and a link close it', async ({
    page,
  }) => {
    await page.goto('/');
    await waitForHydration(page);
    const menu = page.locator('#site-nav');
    const toggle = page.getByRole('button', { name: 'Menu' });
    const open = async () => {
      await toggle.tap();
      await expect(menu).toBeVisible();
    };
    await expect(menu).toBeHidden();
    await open();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await open();
    await page.touchscreen.tap(195, 780);
    await expect(menu).toBeHidden();
    await open();
    const creditHire = menu.getByRole('link', { name: 'Credit Hire' });
    const more = page.getByRole('button', { name: 'Show pages under Replacement Vehicles' });
    await expect(creditHire).toBeHidden();
    await more.tap();
    await expect(creditHire).toBeVisible();
    await more.tap();
    await expect(creditHire).toBeHidden();
    await menu.getByRole('link', { name: 'About Us' }).tap();
    await expect(page).toHaveURL('/about');
    await expect(menu).toBeHidden();
    await page.setViewportSize(WIDE);
    await expect(menu).toBeVisible();
    await expect(toggle).toBeHidden();
  });
});

test('pointing opens the dropdown, a click pins it, Escape or leaving closes it', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  const answer = await page.goto('/');
  expect(await answer?.text()).not.toMatch(/<button[^>]* aria-expanded/); // until there is a script to tell
  await waitForHydration(page);
  const link = page.getByRole('link', { name: 'Replacement Vehicles', exact: true }).first();
  const button = page.getByRole('button', { name: 'Show pages under Replacement Vehicles' });
  const creditHire = page.locator('#site-nav').getByRole('link', { name: 'Credit Hire' });
  await expect(creditHire).toBeHidden();
  await button.hover();
  await expect(creditHire).toBeVisible();
  await button.click();
  await expect(creditHire).toBeVisible();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.locator('.skip').focus();
  await link.hover();
  await expect(creditHire).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(creditHire).toBeHidden();
  await expect(page.locator('.skip')).toBeFocused();
  await page.mouse.move(5, 700);
  await link.hover();
  await expect(creditHire).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.mouse.move(5, 700);
  await page.clock.runFor(DROPDOWN_CLOSE_DELAY_MS - 10);
  await creditHire.hover();
  await page.clock.runFor(DROPDOWN_CLOSE_DELAY_MS);
  await expect(creditHire).toBeVisible();
  await page.mouse.move(5, 700);
  await page.clock.runFor(DROPDOWN_CLOSE_DELAY_MS + 10);
  await expect(creditHire).toBeHidden();
});

test('Enter opens the dropdown, Escape closes it and restores the focus', async ({ page }) => {
  await page.setViewportSize(WIDE);
  await page.goto('/');
  await waitForHydration(page);
  const button = page.getByRole('button', { name: 'Show pages under Replacement Vehicles' });
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
