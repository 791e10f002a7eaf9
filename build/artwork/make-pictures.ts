/**
 * Makes public/social/*.png of the covers of the sample posts, and the icons of public/favicon.svg.
 * Run by `npm run artwork` after a change of these; the results are checked in.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { readColours } from '../tokens.ts';

/** The cover that each picture of shared links shows: a scene, without a word of the company. */
const SCENES = {
  home: 'day-truck',
  accident: 'night-suv',
  'replacement-vehicles': 'day-suv',
  'credit-hire': 'sand-suv',
  'bodyshop-repairs': 'green-truck',
  about: 'sand-minibus',
  blogs: 'night-hatch',
  contact: 'night-truck',
  legal: 'sand-taxi',
};

for (const [name, cover] of Object.entries(SCENES))
  await sharp(`content/sample/pictures/${cover}.svg`, { density: 144 })
    .resize(1200, 630, { fit: 'cover' })
    .png({ palette: true, effort: 10 })
    .toFile(`public/social/${name}.png`);

const background = readColours().brand;
const icon = (width: number) => sharp('public/favicon.svg', { density: 1000 }).resize(width);

await icon(192).png().toFile('public/icon-192.png');
await icon(512).png().toFile('public/icon-512.png');
// iOS paints black what is transparent, and rounds the corners itself.
await icon(180).flatten({ background }).png().toFile('public/apple-touch-icon.png');
// Android may cut a circle of 80 % out of the icon.
await icon(352)
  .extend({ top: 80, bottom: 80, left: 80, right: 80, background })
  .flatten({ background })
  .png()
  .toFile('public/icon-maskable-512.png');
writeFileSync('public/favicon.ico', icoOf(await icon(32).png().toBuffer(), 32));

/** An .ico of one square picture: a header, one entry of a directory, and the PNG. */
function icoOf(png: Buffer, width: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon, not a cursor
  head.writeUInt16LE(1, 4); // of one picture
  head.writeUInt8(width, 6);
  head.writeUInt8(width, 7); // its height
  head.writeUInt16LE(1, 10); // planes of colour
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18); // where it begins
  return Buffer.concat([head, png]);
}
