import { expect, forget, test } from '../console.ts';
import { expectNothingMoves } from './late.ts';

// The stand-in font is Arial or its equal, adjusted to the measure of the site's own. Phones and
// desktops have it; a bare server needs Debian's fonts-liberation.
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
