/**
 * Gives the pictures that test/browser/pictures.spec.ts recorded a palette: a third of the bytes in
 * the repository. Run by `npm run pictures`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../../test/support/chromium.ts';
import { palettePng } from './palette-png.ts';
import { pixels } from './pixels.ts';

const FOLDER = new URL('../../test/browser/recorded/pictures/', import.meta.url);
const INDEXED_COLOUR = 3;

const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: CHROMIUM_ARGS,
});
try {
  for (const name of readdirSync(FOLDER)) {
    const file = new URL(name, FOLDER);
    const png = readFileSync(file);
    // The header chunk: width, height, depth, colour type.
    const [width, height, colourType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
    if (colourType !== INDEXED_COLOUR)
      writeFileSync(file, palettePng({ width, height, rgba: await pixels(browser, png) }));
  }
} finally {
  await browser.close();
}
