import { STATIC_PATHS } from '../../shared/addresses.ts';
import { axeFindings } from './axe-findings.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

for (const width of [390, 1440])
  test(`axe finds nothing on any page at ${width} px in either theme`, async ({
    page,
    consoleMessages,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/blogs');
    const post = (await page
      .getByRole('link', { name: /^Read More:/ })
      .first()
      .getAttribute('href')) as string;
    for (const path of [...STATIC_PATHS, post, '/no-such-page']) {
      await page.goto(path);
      await hydrated(page);
      expect(await axeFindings(page), path).toEqual([]);
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
