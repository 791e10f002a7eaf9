import type { Page } from '@playwright/test';
import { allowMessage, expect, test } from './console.ts';
import { PATHS } from './every-page.ts';
import { waitForHydration } from './hydrated.ts';

/** The page whose header and footer are shot for all. */
const WITH_FRAME = '/terms';

const POST = '/blogs/credit-hire-in-plain-english';
const LIGHT = [
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
] as const;
type View = { width: number; colorScheme: 'light' | 'dark' };
const DARK = { width: 390, colorScheme: 'dark' } as const;

/** The dark theme has the same layout: a few pages show all of its colours. */
const SHOTS = [
  ...LIGHT.flatMap((view) => PATHS.map((path) => ({ path, view }))),
  ...['/', '/accident', '/contact', POST].map((path) => ({ path, view: DARK })),
];

// No two browsers or sets of fonts draw the same picture, so these are compared in the Chromium
// that comes with the development dependencies and brings its own fonts
// (CHROMIUM_PATH=bundled). Recorded anew by `npm run record`, then looked at.

const IF_MEANT = 'the picture changed; if that is meant: npm run record';

/** Shows a page at rest, with every picture there. */
async function show(page: Page, path: string, { width, colorScheme }: View) {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await waitForHydration(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([
      document.fonts.ready,
      ...Array.from(document.images, (image) => image.decode()),
    ]);
  });
}

/** Some of the recorded pictures have 256 colours: a difference that small is no change. */
const TOLERANCE = { animations: 'disabled', maxDiffPixelRatio: 0.002 } as const;

const nameOf = ({ width, colorScheme }: View) => `${width}-${colorScheme}`;

for (const view of LIGHT)
  test(`header, call bar and footer look as they were approved at ${nameOf(view)}`, async ({
    page,
  }) => {
    await show(page, WITH_FRAME, view);
    const firstScreen = ['pictures', `first-screen-${nameOf(view)}.png`];
    await expect(page, IF_MEANT).toHaveScreenshot(firstScreen, TOLERANCE);
    const footer = page.getByRole('contentinfo');
    const footerPicture = ['pictures', `footer-${nameOf(view)}.png`];
    await expect(footer, IF_MEANT).toHaveScreenshot(footerPicture, TOLERANCE);
  });

for (const { path, view } of SHOTS)
  test(`${path} looks as it was approved at ${nameOf(view)}`, async ({ page, consoleMessages }) => {
    await show(page, path, view);
    // Header and bar stick to the window and would cover part of the picture.
    await page.locator('.header, .callbar').evaluateAll((bars) => {
      for (const bar of bars) (bar as HTMLElement).style.display = 'none';
    });
    const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
    const picture = ['pictures', `${name}-${nameOf(view)}.png`];
    await expect(page.getByRole('main'), IF_MEANT).toHaveScreenshot(picture, TOLERANCE);
    allowMessage(consoleMessages, '404');
  });
