import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Reviews as long as most on review sites. */
const REVIEWS = [
  'Somebody drove into the back of me at a roundabout. They fetched my car within the hour and lent me another the same evening. Every Friday a real person told me where the claim stood. I never had to ring anybody twice.',
  'I drive a black cab and was afraid of losing my season. A plated replacement stood outside before breakfast. The handler explained the agreement line by line, and what I might owe. The repair cannot be seen at all.',
  'My van was full of tools when a lorry reversed over its bonnet. Recovery unloaded everything with me, locked it in the yard and brought a van of the same size. Paperwork took ten minutes. Would use them again tomorrow.',
  'After being knocked off my motorcycle I wanted no phone calls. They wrote to me instead, arranged the engineer and the garage, and the bike returned with a new tank and fairing. Good people, patient with my many questions.',
  'Third accident in thirty years and by far the least trouble. One number, one name, no music on hold. The other insurer argued for a while, yet nobody asked me for money. My own renewal came out unchanged, to my surprise.',
  'English is my second language and the lady spoke slowly without making me feel stupid. She sent the photos list by text, checked that the children were fine, and booked the bodyshop near our school. Five stars from us.',
];

const PHOTOS = {
  about: 'Two recovery drivers beside a truck in our yard in Barking',
  contact: 'The people of our call room at their desks',
  'bodyshop-repairs': 'A painter sprays the door of a blue hatchback',
};

/** Returns the head of a WebP of this size, which is all that a server reads of a photo. */
export function photo(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(400);
  bytes.write('RIFF', 0);
  bytes.write('WEBPVP8 ', 8);
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
}

/**
 * Writes a site file with every fact, three photos, six long testimonials and six questions.
 * @returns its path
 */
export function fullSiteFile(): string {
  const testimonials = REVIEWS.map((text, place) => ({
    name: `Customer ${place + 1} of Six`,
    text,
    rating: 5,
    source: `Example Reviews, ${place + 1} March 2026`,
  }));
  const folder = mkdtempSync(join(tmpdir(), 'site-file-'));
  const file = join(folder, 'site.json');
  mkdirSync(join(folder, 'photos'));
  for (const page of Object.keys(PHOTOS))
    for (const [width, height] of [
      [600, 400],
      [1200, 800],
    ] as const)
      writeFileSync(join(folder, 'photos', `${page}-${width}.webp`), photo(width, height));
  copyFileSync('test/support/example-mark.svg', join(folder, 'example-mark.svg'));
  const { faq: _, ...facts } = JSON.parse(readFileSync('test/support/example-site.json', 'utf8'));
  writeFileSync(file, JSON.stringify({ ...facts, photos: PHOTOS, testimonials }));
  return file;
}
