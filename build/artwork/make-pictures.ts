/**
 * Draws public/social/*.png and the icons. Run by `npm run artwork` after a change of artwork or of
 * the colours; the results are checked in.
 */
import { writeFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import pngToIco from 'png-to-ico';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.ts';
import { type IconShape, iconHtml, MARK } from './icon.ts';
import { socialPictureHtml } from './social-picture.ts';
import { SOCIAL_PICTURES } from './social-pictures.ts';

const SOCIAL_SIZE = { width: 1200, height: 630 };

async function draw(
  browser: Browser,
  html: string,
  size: { width: number; height: number },
  time: 'day' | 'night' = 'day',
) {
  const page = await browser.newPage({
    viewport: size,
    colorScheme: time === 'night' ? 'dark' : 'light',
  });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

const save = (path: string, bytes: Buffer | string) =>
  writeFileSync(new URL(`../../public/${path}`, import.meta.url), bytes);

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_ARGS,
});
try {
  for (const [name, picture] of Object.entries(SOCIAL_PICTURES)) {
    const drawn = await draw(browser, socialPictureHtml(picture), SOCIAL_SIZE, picture.time);
    const small = await sharp(drawn).png({ palette: true, dither: 0, effort: 10 }).toBuffer();
    save(`social/${name}.png`, small);
  }

  save('favicon.svg', MARK);
  const icon = (size: number, shape: IconShape) =>
    draw(browser, iconHtml(shape), { width: size, height: size });
  save('icon-192.png', await icon(192, 'rounded'));
  save('icon-512.png', await icon(512, 'rounded'));
  save('icon-maskable-512.png', await icon(512, 'maskable'));
  save('apple-touch-icon.png', await icon(180, 'square'));
  const sizes = await Promise.all([16, 32].map((size) => icon(size, 'rounded')));
  save('favicon.ico', await pngToIco(sizes));
} finally {
  await browser.close();
}
