import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

test('the call bar stays away while 999 is on the screen; the steps have numbers', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/accident');
  await waitForHydration(page);
  const bar = page.locator('.callbar');
  await expect(bar).toBeHidden();
  const step = page.getByRole('listitem').filter({ hasText: 'Call the police' });
  const number = step.getByRole('link', { name: '101' });
  await expect(number).toHaveAttribute('href', 'tel:101');
  expect((await number.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('heading', { name: 'Call the police if' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 300);
  await expect(bar).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(bar).toBeHidden();
});
