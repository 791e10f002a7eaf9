import { allowMessage, expect, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';

test('every page hydrates without an error, and none is wider than a small phone', async ({
  page,
  consoleMessages,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  for (const path of PATHS) {
    await page.goto(path);
    await waitForHydration(page);
    if (path === '/no-such-page') allowMessage(consoleMessages, '404');
    expect(consoleMessages, path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
  }
});
