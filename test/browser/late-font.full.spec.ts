import { expect, forget, test } from './console.ts';
import { expectNothingMoves } from './late.ts';

// The stand-in font is cut to the measure of the site's own from Arial or its equal, which phones
// and desktops have and a bare server has not: fonts-liberation of Debian.
for (const width of [390, 1440])
  test(`nothing moves at ${width} px when the font arrives late`, async ({
    page,
    consoleMessages,
  }) => {
    await page.goto('/');
    const standIn = () =>
      document.fonts.load('16px "Public Sans Fallback"').then(({ length }) => length);
    expect(await page.evaluate(standIn)).toBeGreaterThan(0);
    await expectNothingMoves(page, '**/*.woff2', width);
    forget(consoleMessages, '404');
  });
