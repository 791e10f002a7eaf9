import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('a page of the content service opens from the footer without a load', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.getByRole('link', { name: 'Motorcyclists' }).click();
  await expect(page).toHaveURL('/motorcyclists');
  await expect(page.locator('main h1')).toBeFocused();
  await expect(page).toHaveTitle(/^Motorcyclists/);
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('About us');
});
