import type { Page } from '@playwright/test';
import { expect, forget, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { hydrated } from './hydrated.ts';

/** The page whose header and footer are shot for all. */
const WITH_FRAME = '/terms';

/** The dark theme has the same layout: its colours are checked at one width. */
const VIEWS = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const;

// No two browsers or sets of fonts draw the same picture, so these are compared in the Chromium
// that comes with the development dependencies and brings its own fonts
// (CHROMIUM_PATH=bundled). Recorded anew by `npm run record`, then looked at.

const IF_MEANT = 'the picture changed; if that is meant: npm run record';

/** Shows a page at rest, with every picture there. */
async function show(page: Page, path: string, { width, colorScheme }: (typeof VIEWS)[number]) {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
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
}

/** The recorded pictures have 256 colours each: a difference that small is no change. */
const TOLERANCE = { animations: 'disabled', maxDiffPixelRatio: 0.002 } as const;

for (const view of VIEWS) {
  const seen = `${view.width}-${view.colorScheme}`;

  test(`header, call bar and footer look as they were approved at ${seen}`, async ({ page }) => {
    await show(page, WITH_FRAME, view);
    await expect(page, IF_MEANT).toHaveScreenshot(
      ['pictures', `first-screen-${seen}.png`],
      TOLERANCE,
    );
    const footer = page.getByRole('contentinfo');
    await expect(footer, IF_MEANT).toHaveScreenshot(['pictures', `footer-${seen}.png`], TOLERANCE);
  });

  for (const path of PATHS)
    test(`${path} looks as it was approved at ${seen}`, async ({ page, consoleMessages }) => {
      await show(page, path, view);
      // Header and bar stick to the window and would cover part of the picture.
      await page.locator('.header, .callbar').evaluateAll((bars) => {
        for (const bar of bars) (bar as HTMLElement).style.display = 'none';
      });
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
      const main = page.getByRole('main');
      await expect(main, IF_MEANT).toHaveScreenshot(['pictures', `${name}-${seen}.png`], TOLERANCE);
      forget(consoleMessages, '404');
    });
}
