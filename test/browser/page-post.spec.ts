import { expect, test } from './console.ts';

const POST = '/blogs/credit-hire-in-plain-english';

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`a post's first sentence is on the first screen at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(POST);
    await expect(page.locator('.rich > p').first()).toBeInViewport({ ratio: 1 });
  });

test('a table of a post is stacked on a phone, where each cell says its column, and scrolls nowhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(POST);
  const table = page.locator('.table-scroller').first();
  expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const label = await table
    .locator('tbody td')
    .nth(1)
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(label).toBe('"Who does it"');
});
