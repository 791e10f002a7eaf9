/**
 * Gives the pictures that test/browser/pictures.full.spec.ts recorded a palette: a third of the
 * bytes in the repository. Run by `npm run record`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = new URL('../../test/browser/recorded/pictures/', import.meta.url);

for (const name of readdirSync(FOLDER)) {
  const file = new URL(name, FOLDER);
  const picture = sharp(readFileSync(file));
  const { isPalette } = await picture.metadata();
  if (!isPalette)
    writeFileSync(file, await picture.png({ palette: true, dither: 0, effort: 10 }).toBuffer());
}
