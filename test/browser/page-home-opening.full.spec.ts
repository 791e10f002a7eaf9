import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './console.ts';

/** A difference of a colour's part that no eye misses. */
const VISIBLE = 90;

async function paintedScene(page: Page): Promise<Buffer> {
  const scene = page.locator('.hero__scene');
  return sharp(await scene.screenshot({ animations: 'allow' }))
    .raw()
    .toBuffer();
}

test('the vehicles of the first screen stay where they roll to', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const width of [390, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/', { waitUntil: 'networkidle' });
    // Moving all but imperceptibly: a paused animation is painted in another way.
    const count = await page.evaluate(() => {
      const animations = document.getAnimations().filter(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return target?.matches('.drive');
      });
      for (const animation of animations) {
        animation.play();
        animation.currentTime = 1099.9;
        animation.playbackRate = 1e-6;
      }
      return animations.length;
    });
    expect(count).toBe(2);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const before = await paintedScene(page);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    const after = await paintedScene(page);
    const moved = after.filter((value, place) => Math.abs(value - (before[place] ?? 0)) > VISIBLE);
    expect(moved.length, `${width} px`).toBeLessThan(20);
  }
});

test('Home has the largest headline of the site in every window', async ({ page }) => {
  const sizes = new Map<string, number>();
  const windows = [
    [320, 568],
    [390, 844],
    [768, 1024],
    [844, 390],
    [1024, 600],
    [1280, 720],
    [1440, 900],
    [1920, 1080],
  ] as const;
  for (const path of ['/', '/about', '/credit-hire', '/contact', '/passengers', '/blogs']) {
    await page.goto(path);
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      const size = await page
        .locator('h1')
        .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
      const name = `${width} x ${height}`;
      if (path !== '/')
        expect(size, `${path} at ${name}`).toBeLessThanOrEqual(sizes.get(name) ?? 0);
      else sizes.set(name, size);
      if (path === '/' && width >= 1024) expect(size, name).toBeGreaterThanOrEqual(48);
    }
  }
});
