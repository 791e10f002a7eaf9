import { join } from 'node:path';
import { PHOTO_ASPECT_RATIO, PHOTO_WIDTHS_PX, photoPath } from '../../../shared/site/photo.ts';
import { readRegularFileSync } from '../read-regular-file.ts';
import type { SiteFile, SiteFileIssue } from './site-file-schema.ts';

/** A phone waits a second for them at worst. */
const MAX_BYTES = 200_000;

/** The files of one photo, relative to the folder of the site file: `photos/about-600.webp`. */
export const photoFileNames = (name: string) =>
  PHOTO_WIDTHS_PX.map((widthPx) => photoPath(name, widthPx).slice(1));

/**
 * Reads every photo that the site file names, for a page or a person.
 * @param folder the folder of the site file
 * @returns their bytes by URL path, and the issues
 */
export function readPhotos({ photos, company }: SiteFile, folder: string) {
  const named: [path: PropertyKey[], name: string][] = [
    ...Object.keys(photos ?? {}).map((page): [PropertyKey[], string] => [['photos', page], page]),
    ...(company?.people ?? []).flatMap(({ photo }, index): [PropertyKey[], string][] =>
      photo === undefined ? [] : [[['company', 'people', index, 'photo'], photo]],
    ),
  ];
  const bytesByPath = new Map<string, Buffer>();
  const issues: SiteFileIssue[] = [];
  for (const [path, name] of named) {
    const files = photoFileNames(name);
    try {
      for (const [index, file] of files.entries()) {
        const bytes = readRegularFileSync(join(folder, file));
        if (!isValidPhoto(bytes, PHOTO_WIDTHS_PX[index] as number))
          throw Object.assign(new Error(), { code: `${file} is not made by npm run photos` });
        bytesByPath.set(`/${file}`, bytes);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const message = `${files.join(' and ')} must be photos in the folder of the site file (${code})`;
      issues.push({ path, message });
    }
  }
  return { photos: bytesByPath, issues };
}

/**
 * Tells whether it is a WebP of the required size. The simple format, which begins with its only
 * chunk, has no room for the place and time of a photo.
 * https://developers.google.com/speed/webp/docs/riff_container, RFC 6386 section 9.1
 */
function isValidPhoto(bytes: Buffer, widthPx: number): boolean {
  return (
    bytes.length >= 30 &&
    bytes.length <= MAX_BYTES &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 16) === 'WEBPVP8 ' &&
    bytes.readUInt16LE(26) === widthPx &&
    bytes.readUInt16LE(28) === widthPx / PHOTO_ASPECT_RATIO
  );
}
