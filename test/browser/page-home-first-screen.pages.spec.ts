import type { Locator } from '@playwright/test';
import { fullSiteFile } from '../support/full-site-file.ts';
import { TOLERANCE } from '../support/page-weight.ts';
import { expect, test } from './console.ts';
import { IS_FULL } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';
import { OwnSite } from './own-site.ts';

const boxesOf = (part: Locator) =>
  part.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().toJSON()));

/** The height of a phone's screen. */
const SCREEN_PX = 844;

/** The company as it comes and, where the long tests run, one with every fact and six long testimonials. */
const VARIANTS = [
  { name: 'as it comes', hasFacts: false },
  ...(IS_FULL ? [{ name: 'with every fact', hasFacts: true }] : []),
];

const FACTS = [
  '4.8 out of 5 from 312 reviews Example Reviews',
  'FCA firm reference 123456 Check it on the FCA register',
  'Member of Example Trade Body',
];

for (const { name, hasFacts } of VARIANTS)
  test(`the first screen ${name} says whose site it is and how to call`, async ({ page }) => {
    const site = hasFacts ? await OwnSite.start({ SITE_FILE: fullSiteFile() }) : undefined;
    await page.setViewportSize({ width: 390, height: SCREEN_PX });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(site?.url ?? '/');
    await waitForHydration(page);
    await page.evaluate(() => document.fonts.ready);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height / SCREEN_PX).toBeLessThanOrEqual(7 * TOLERANCE);
    await expect(page.locator('.trust li')).toHaveText(hasFacts ? FACTS : []);
    await expect(page.locator('.header .brand svg')).toBeVisible();
    const buttons = ['.hero .btn--call', '.hero .btn--line', '.hero .arrow'];
    const whole = ['.header', 'h1', '.hero .lead', ...buttons];
    const below = ['.hero__who', '.trust'];
    for (const [width, height, parts] of [
      [320, 568, whole],
      [390, SCREEN_PX, [...whole, ...below]],
      [360, 640, whole],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const part of parts)
        for (const { bottom } of await boxesOf(page.locator(part)))
          expect(bottom, part).toBeLessThan(height);
      if (height < 640) continue;
      // What to know before hiring begins on a small phone's first screen, too.
      for (const { top } of await boxesOf(page.locator('.hero__who')))
        expect(top + 60).toBeLessThan(height);
    }
    for (const [width, height] of [
      [320, 900],
      [768, 900],
      [1024, 768],
      [1280, 720],
      [1536, 730],
      [2560, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const pieces = page.locator(
        '.hero__grid > :first-child > *, .sign, .header, .plates-row, .drive.v-a, .drive.v-b',
      );
      const boxes = await boxesOf(pieces);
      const overlaps = boxes.flatMap((one, place) =>
        boxes
          .slice(place + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          )
          .map((other) => [one, other]),
      );
      expect(overlaps, `${width} px`).toEqual([]);
    }
    // The screens of common laptops end with the road and what drives on it.
    for (const [width, height] of [
      [1280, 720],
      [1536, 730],
      [1920, 950],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [scene] = await boxesOf(page.locator('.hero__scene'));
      expect(scene?.bottom, `${width} x ${height}`).toBeLessThanOrEqual(height + 1);
    }
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(page.locator('.hero .btn--call')).toBeInViewport({ ratio: 1 });
    await site?.end(page);
  });
