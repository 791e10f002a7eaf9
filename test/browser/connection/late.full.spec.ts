import { allowMessage, expect, test } from '../console.ts';
import { WIDTHS } from '../every-page.ts';
import { expectNothingMoves } from './late.ts';

for (const width of WIDTHS) {
  test(`nothing moves at ${width} px when the scripts arrive late`, async ({
    page,
    consoleMessages,
  }) => {
    await expectNothingMoves(page, '**/static/js/**', width);
    allowMessage(consoleMessages, '404');
  });

  // The stand-in font is Arial or its equal, adjusted to the measure of the site's own. Phones and
  // desktops have it; a bare server needs Debian's fonts-liberation.
  test(`nothing moves at ${width} px when the font arrives late`, async ({
    page,
    consoleMessages,
  }) => {
    await page.goto('/');
    const standIn = () =>
      document.fonts.load('16px "Public Sans Fallback"').then(({ length }) => length);
    expect(await page.evaluate(standIn)).toBeGreaterThan(0);
    await expectNothingMoves(page, '**/*.woff2', width);
    allowMessage(consoleMessages, '404');
  });
}
