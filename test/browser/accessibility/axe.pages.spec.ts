import { expect, test } from '../console.ts';
import { testEveryPage, WIDTHS } from '../every-page.ts';
import { axeFindings } from './axe-findings.ts';

testEveryPage(
  (path) => `axe finds nothing on ${path}, on a phone and a wide screen, in either theme`,
  async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${width} px`).toEqual([]);
    }
  },
);

test('the skip link comes first and leads to the content', async ({ page }) => {
  await page.goto('/accident');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
