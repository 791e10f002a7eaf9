import { AxeBuilder } from '@axe-core/playwright';
import { STATIC_PATHS } from '../shared/routes.ts';
import { AXE_RULES } from './axe-rules.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

/** Of all the rules only those of colour can tell one theme from the other. */
const COLOUR_RULES = ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'];

for (const width of [390, 1440])
  test(`axe finds nothing on any page at ${width} px in either theme, and nothing scrolls sideways`, async ({
    page,
    consoleMessages,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/blogs');
    const post = (await page
      .getByRole('link', { name: /^Read More →/ })
      .first()
      .getAttribute('href')) as string;
    for (const path of [...STATIC_PATHS, post, '/no-such-page']) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.goto(path);
      await hydrated(page);
      const light = await new AxeBuilder({ page }).withTags(AXE_RULES).analyze();
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await new AxeBuilder({ page }).withRules(COLOUR_RULES).analyze();
      const found = [...light.violations, ...dark.violations];
      expect(found.map(({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
    }
    forget(consoleMessages, '404');
  });

test('nothing scrolls sideways at 320 px', async ({ page, consoleMessages }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [...STATIC_PATHS, '/no-such-page']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
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
