import { REQUIRED_FIELDS } from '../callback-form.ts';
import { expect, test } from '../console.ts';
import { waitForHydration } from '../hydrated.ts';
import { createGate } from './late.ts';

test('what was typed before hydration is kept, and the form works after it', async ({ page }) => {
  const scripts = createGate();
  await page.route('**/static/js/**', scripts.hold);
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Your name *').fill('Ada Early');
  await scripts.letGo();
  await waitForHydration(page);
  await expect(page.getByLabel('Your name *')).toHaveValue('Ada Early');
  await page.getByRole('button', { name: 'Request a callback' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(REQUIRED_FIELDS.length - 1);
});
