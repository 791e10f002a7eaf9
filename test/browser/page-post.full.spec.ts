import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('a post leads on to three others, also after a client-side navigation', async ({ page }) => {
  const next = page.getByRole('region', { name: 'Read next' }).getByRole('link');
  await page.goto('/blogs');
  await waitForHydration(page);
  await page
    .getByRole('link', { name: /Read More/ })
    .first()
    .click();
  await expect(next).toHaveCount(3);
  const title = await next.first().textContent();
  await next.first().click();
  await expect(page.locator('h1')).toHaveText(title as string);
  await page.reload();
  await waitForHydration(page);
  await expect(next).toHaveCount(3);
});
