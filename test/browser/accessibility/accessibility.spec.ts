import { STATIC_PATHS } from '../../../shared/addresses.ts';
import { expect, forget, test } from '../console.ts';
import { hydrated } from '../hydrated.ts';
import { axeFindings } from './axe-findings.ts';

for (const path of [...STATIC_PATHS, '/blogs/credit-hire-in-plain-english', '/no-such-page'])
  test(`axe finds nothing on ${path}, on a phone and a wide screen, in either theme`, async ({
    page,
    consoleMessages,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await hydrated(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${width} px`).toEqual([]);
    }
    forget(consoleMessages, '404');
  });

test('the skip link comes first and leads to the content', async ({ page }) => {
  await page.goto('/accident');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});
