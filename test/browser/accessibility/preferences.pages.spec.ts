import { expect, forget, test } from '../console.ts';
import { PAGES } from '../every-page.ts';
import { hydrated } from '../hydrated.ts';

test('in forced colours every button and card keeps an edge', async ({ page, consoleMessages }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of PAGES) {
    await page.goto(path);
    await hydrated(page);
    const bare = await page
      .locator('.btn, .card, .call-card, .form-card, .plate, .tile, .sign')
      .evaluateAll((parts) =>
        parts
          .filter((part) => getComputedStyle(part).borderTopStyle === 'none')
          .map((part) => part.outerHTML),
      );
    expect(bare, path).toEqual([]);
    const tight = await page
      .locator('.card:not(.model)')
      .evaluateAll((cards) =>
        cards
          .filter((card) => getComputedStyle(card).paddingLeft === '0px')
          .map((card) => card.outerHTML),
      );
    expect(tight, path).toEqual([]);
  }
  forget(consoleMessages, '404');
});

test('under reduced motion nothing moves by itself', async ({ page, consoleMessages }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of PAGES) {
    await page.goto(path);
    await hydrated(page);
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    );
    expect(moving, path).toBe(0);
  }
  forget(consoleMessages, '404');
});
