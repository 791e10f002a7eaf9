import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('a post starts on the first screen, and on a phone its table is stacked', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/blogs/credit-hire-in-plain-english');
  const sentence = page.locator('.rich > p').first();
  await expect(sentence).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(sentence).toBeInViewport({ ratio: 1 });
  const table = page.locator('.table-scroller').first();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const label = await table
    .locator('tbody td')
    .nth(1)
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(label).toBe('"Who does it"');
});

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
