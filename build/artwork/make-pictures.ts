/**
 * Draws public/social/*.png and the icons, and writes down where a brand's colours go. Run by `npm
 * run artwork` after a change of artwork or of the colours; the results are checked in.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { SURFACES } from '../../server/config/brand.ts';
import { channels } from '../../server/config/colours.ts';
import { drawIcons, ICON_PATH } from '../../server/seo/icons.ts';
import { launchChromium } from '../../test/support/chromium.ts';
import { readColours } from '../tokens.ts';
import { MARK } from './icon.ts';
import { SOCIAL_PICTURES, socialPictureHtml } from './social-pictures.ts';

const browser = await launchChromium();
const SOCIAL_SIZE = { width: 1200, height: 630 };

async function draw(html: string, isAtNight = false) {
  const colorScheme = isAtNight ? 'dark' : 'light';
  const page = await browser.newPage({ viewport: SOCIAL_SIZE, colorScheme });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

const pixelsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer();
const at = (pixels: Buffer, place: number) => [...pixels.subarray(place, place + 3)];

/**
 * What server/seo/recolour.ts reads: how far down the sign reaches, in pixels, and how much of its
 * ground and of its first line is in each entry of the picture's palette there, 0 to 255 in turn.
 * @param drawn the picture as `html` shows it
 * @param small the same with a palette
 */
async function signOf(html: string, drawn: Buffer, small: Buffer, isAtNight?: boolean) {
  const start = small.indexOf('PLTE') + 4;
  const palette = small.subarray(start, start + small.readUInt32BE(start - 8));
  const entries = new Map<string, number>();
  for (let place = 0; place < palette.length; place += 3)
    entries.set(at(palette, place).join(), place / 3);
  const [before, indexed] = (await Promise.all([drawn, small].map(pixelsOf))) as [Buffer, Buffer];
  const shares = Buffer.alloc((palette.length / 3) * 2);
  const row = SOCIAL_SIZE.width * 3;
  let end = 0;
  for (const [change, [token, colour]] of [
    ['--brand', SURFACES.primary] as const,
    ['--accent', SURFACES.accent] as const,
  ].entries()) {
    const white = html.replace('<body>', `<style>:root{${token}:#fff}</style><body>`);
    const after = await pixelsOf(await draw(white, isAtNight));
    if (end === 0)
      end = Math.ceil(after.findLastIndex((value, place) => value !== before[place]) / row);
    const whole = channels(colour).map((value) => 255 - value);
    const found = new Map<number, number[]>();
    for (let place = 0; place < end * row; place += 3) {
      const was = at(before, place);
      const changed = at(after, place).map((value, channel) => value - (was[channel] as number));
      const product = (other: number[]) =>
        other.reduce((sum, value, channel) => sum + value * (whole[channel] as number), 0);
      const entry = entries.get(at(indexed, place).join()) as number;
      const share = product(changed) / product(whole);
      found.get(entry)?.push(share) ?? found.set(entry, [share]);
    }
    for (const [entry, all] of found)
      shares[entry * 2 + change] = Math.round(
        (all.sort((a, b) => a - b)[all.length >> 1] as number) * 255,
      );
  }
  return [end, shares.toString('base64')] as const;
}

const save = (path: string, bytes: Buffer | string) => writeFileSync(`public/${path}`, bytes);

try {
  const signs: Record<string, readonly [end: number, shares: string]> = {};
  for (const [name, picture] of Object.entries(SOCIAL_PICTURES)) {
    const html = socialPictureHtml(picture);
    const drawn = await draw(html, picture.isAtNight);
    const small = await sharp(drawn).png({ palette: true, dither: 0, effort: 10 }).toBuffer();
    save(`/social/${name}.png`, small);
    signs[name] = await signOf(html, drawn, small, picture.isAtNight);
  }
  writeFileSync('server/seo/signs.json', `${JSON.stringify(signs)}\n`);

  save(ICON_PATH, MARK);
  const icons = await drawIcons(MARK, readColours().brand, (jobs) =>
    Promise.all(
      jobs.map(({ svg, width }) => sharp(Buffer.from(svg)).resize(width).png().toBuffer()),
    ),
  );
  for (const [path, bytes] of icons) save(path, bytes);
} finally {
  await browser.close();
}
