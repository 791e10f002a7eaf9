import { REQUIRED_FIELDS } from './callback-form.ts';
import { createGate } from './connection/late.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('a page of the content service opens from the footer without a load', async ({ page }) => {
  await page.goto('/about');
  await waitForHydration(page);
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await page.getByRole('link', { name: 'Passengers' }).click();
  await expect(page).toHaveURL('/passengers');
  await expect(page.locator('main h1')).toBeFocused();
  await expect(page).toHaveTitle(/^Passengers/);
  expect(await page.evaluate(() => 'kept' in window)).toBe(true);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('About us');
});

test('what is typed into its form before the code of the form stays', async ({ page }) => {
  const late = createGate();
  await page.route('**/static/js/CallbackSection-*.js', late.hold);
  const asked = page.waitForRequest('**/static/js/CallbackSection-*.js');
  await page.goto('/first-accident');
  await page.keyboard.press('Shift');
  await asked;
  await page.getByLabel('Your name *').fill('Ada Early');
  await late.letGo();
  await waitForHydration(page);
  await expect(page.getByLabel('Your name *')).toHaveValue('Ada Early');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(REQUIRED_FIELDS.length - 1);
});
