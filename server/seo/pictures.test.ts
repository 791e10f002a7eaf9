import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readColours } from '../../build/tokens.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { readMetadata } from '../../test/support/page-metadata.ts';
import { webManifest } from './crawl-files.ts';

const PNG_SIGNATURE = '89504e470d0a1a0a';

function file(path: string): Buffer {
  return readFileSync(new URL(`../../public${path}`, import.meta.url));
}

/**
 * Width and height in pixels; IHDR is always the first chunk, with them at bytes 16 and 20 (PNG,
 * section 11.2.1).
 */
function pngSize(png: Buffer): string {
  expect(png.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('every social picture is a PNG of 1200 x 630 and light enough for a chat preview', async () => {
  for (const { picture: path, pictureAlt: alt } of await readMetadata()) {
    expect(pngSize(file(path)), path).toBe('1200x630');
    expect(file(path).length, path).toBeLessThan(60_000);
    expect(alt, path).not.toBe('');
  }
});

test('every icon that the manifest names is there in the size it says', () => {
  for (const { src, sizes } of JSON.parse(
    webManifest({ company: PLACEHOLDER_COMPANY }, readColours()),
  ).icons)
    if (sizes === 'any') expect(file(src).toString()).toMatch(/^<svg /);
    else expect(pngSize(file(src)), src).toBe(sizes);
});

test('the icons that browsers ask for by default are there: a real .ico and the touch icon', () => {
  const ico = file('/favicon.ico');
  // ICONDIR: reserved 0, type 1, then the number of pictures; each entry begins with its width and
  // height and ends with the length and the place of its bitmap.
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    expect(ico.readUInt32LE(entry + 12) + ico.readUInt32LE(entry + 8)).toBeLessThanOrEqual(
      ico.length,
    );
    return `${ico[entry]}x${ico[entry + 1]}`;
  });
  expect(sizes).toEqual(['16x16', '32x32']);
  expect(pngSize(file('/apple-touch-icon.png'))).toBe('180x180');
});
