import { STATIC_PATHS } from '../../shared/addresses.ts';
import { expect, forget, test } from './console.ts';
import { hydrated } from './hydrated.ts';

const POST = '/blogs/credit-hire-in-plain-english';

// Two browsers, or one with two sets of fonts, draw two pictures: these are compared in the
// Chromium that comes with the development dependencies and brings its fonts
// (CHROMIUM_PATH=bundled). Recorded anew by `npm run pictures`, then looked at.

for (const path of [...STATIC_PATHS, POST, '/no-such-page'])
  for (const width of [390, 768, 1440])
    test(`${path} looks as it was approved, at ${width} px by day and by night`, async ({
      page,
      consoleMessages,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await hydrated(page);
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager';
        await Promise.all([
          document.fonts.ready,
          ...Array.from(document.images, (image) => image.decode()),
        ]);
      });
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // The recorded pictures have 256 colours each; what differs by less than that costs is no
        // change.
        await expect(page).toHaveScreenshot(['pictures', `${name}-${width}-${colorScheme}.png`], {
          fullPage: true,
          animations: 'disabled',
          maxDiffPixelRatio: 0.002,
        });
      }
      forget(consoleMessages, '404');
    });
