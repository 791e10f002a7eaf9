import { expect, test } from './console.ts';

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
