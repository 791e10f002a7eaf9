/**
 * Makes an owner's photo fit for the site: cropped to the part that draws the eye, without where and
 * when it was taken. `npm run photos -- yard.jpg site/photo-about.webp`
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { photoFileName } from '../../server/config/site-file/photos.ts';
import { PHOTO_HEIGHT_PX, PHOTO_PAGES, PHOTO_WIDTH_PX } from '../../shared/site/photo.ts';

const [from, to] = process.argv.slice(2);
const names = PHOTO_PAGES.map(photoFileName);
if (!from || !to || !names.some((name) => to.endsWith(name))) {
  console.error(
    `Usage: npm run photos -- PHOTO FOLDER/NAME. NAME must be one of ${names.join(', ')}`,
  );
  process.exit(1);
}
try {
  const photo = await sharp(from)
    .rotate() // as the camera was held
    .resize(PHOTO_WIDTH_PX, PHOTO_HEIGHT_PX, { fit: 'cover', position: 'attention' })
    .flatten()
    .webp({ quality: 70, effort: 6 })
    .toBuffer();
  writeFileSync(to, photo);
  console.log(`${to}: ${Math.ceil(photo.length / 1000)} kB`);
} catch (error) {
  console.error(`No photo was made. ${(error as Error).message}`);
  process.exitCode = 1;
}
