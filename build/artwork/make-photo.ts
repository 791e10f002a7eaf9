/**
 * Makes an owner's photo fit for the site: cropped to the part that draws the eye, without where and
 * when it was taken, in the widths that pages show. `npm run photos -- yard.jpg about`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { photoFileNames } from '../../server/config/site-file/photos.ts';
import { PHOTO_ASPECT_RATIO, PHOTO_WIDTHS_PX } from '../../shared/site/photo.ts';

const [from, name] = process.argv.slice(2);
if (!from || !name || !/^[\w-]+$/.test(name)) {
  console.error(
    'Usage: npm run photos -- PHOTO NAME. NAME is the id of a page, or the photo of a person in the site file.',
  );
  process.exit(1);
}
const folder = process.env.SITE_DIR || 'site';
try {
  for (const [index, file] of photoFileNames(name).entries()) {
    const width = PHOTO_WIDTHS_PX[index] as number;
    const photo = await sharp(from)
      .rotate() // as the camera was held
      .resize(width, width / PHOTO_ASPECT_RATIO, { fit: 'cover', position: 'attention' })
      .flatten()
      .webp({ quality: 70, effort: 6 })
      .toBuffer();
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, photo);
    console.log(`${path}: ${Math.ceil(photo.length / 1000)} kB`);
  }
} catch (error) {
  console.error(`No photo was made. ${(error as Error).message}`);
  process.exitCode = 1;
}
