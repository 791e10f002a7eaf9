/**
 * Says how to make a photo where `npm run photos` cannot run: in the container and in an unpacked
 * release, which have no image library.
 */
import { parseArgs } from 'node:util';
import { PHOTO_ASPECT_RATIO, PHOTO_WIDTHS_PX } from '../../../shared/site/photo.ts';
import { photoFileNames } from './photos.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [photo = 'PHOTO', name = 'NAME'] = positionals;

const commands = photoFileNames(name).map((file, index) => {
  const width = PHOTO_WIDTHS_PX[index] as number;
  const size = `${width} ${width / PHOTO_ASPECT_RATIO}`;
  return `  cwebp -q 70 -noalpha -metadata none -resize ${size} ${photo} -o ${file}`;
});

process.stdout.write(
  [
    'Photos are made with an image library that is not here.',
    'Crop the photo so that it is 3 wide and 2 high. Then, in the folder of the site file:',
    ...commands,
    'cwebp is in the Debian package webp. Each file may have at most 200 kB.',
    `Or run npm run photos -- ${photo} ${name} in a copy of the project.\n`,
  ].join('\n'),
);
