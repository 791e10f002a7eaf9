import { dirname, join } from 'node:path';
import {
  PHOTO_HEIGHT_PX,
  PHOTO_WIDTH_PX,
  type PhotoAltTexts,
  type PhotoPage,
} from '../../../shared/site/photo.ts';
import { readRegularFileSync } from '../read-regular-file.ts';

/** A phone waits a second for them at worst. */
const MAX_BYTES = 200_000;

/** Lies beside the site file. */
export const photoFileName = (page: PhotoPage) => `photo-${page}.webp`;

/**
 * The photo of every page for which the site file describes one.
 * @param siteFile its path; none describes none
 * @returns their bytes by page, and what is wrong with them, one line each
 */
export function readPhotos(altTexts: PhotoAltTexts = {}, siteFile = '') {
  const photos = new Map<PhotoPage, Buffer>();
  const issues: string[] = [];
  for (const page of Object.keys(altTexts) as PhotoPage[]) {
    const name = photoFileName(page);
    try {
      const bytes = readRegularFileSync(join(dirname(siteFile), name));
      if (isValidPhoto(bytes)) photos.set(page, bytes);
      else issues.push(`SITE_FILE: photos.${page}: ${name} is not a photo made by npm run photos`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      issues.push(
        `SITE_FILE: photos.${page}: ${name} must be in the same folder as the site file (${code})`,
      );
    }
  }
  return { photos, issues };
}

/**
 * Tells whether it is a WebP of the required size. The simple format, which begins with its only
 * chunk, has no room for the place and time of a photo.
 * https://developers.google.com/speed/webp/docs/riff_container, RFC 6386 section 9.1
 */
function isValidPhoto(bytes: Buffer): boolean {
  return (
    bytes.length >= 30 &&
    bytes.length <= MAX_BYTES &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 16) === 'WEBPVP8 ' &&
    bytes.readUInt16LE(26) === PHOTO_WIDTH_PX &&
    bytes.readUInt16LE(28) === PHOTO_HEIGHT_PX
  );
}
