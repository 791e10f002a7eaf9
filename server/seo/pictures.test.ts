import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readColours } from '../../build/tokens.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { readMetadata } from '../../test/support/page-metadata.ts';
import { webManifest } from './web-manifest.ts';

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
    webManifest({ company: PLACEHOLDER_COMPANY }, { colours: readColours(), icon: null }),
  ).icons)
    if (sizes === 'any') expect(file(src).toString()).toMatch(/^<svg /);
    else expect(pngSize(file(src)), src).toBe(sizes);
});

test('the icon has the colours of the tokens, which a brand replaces in both', () => {
  const { brand, accent } = readColours();
  const colours = String(file('/favicon.svg')).match(/#[\da-f]{6}/g);
  expect(new Set(colours)).toEqual(new Set([brand, accent]));
});
