import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { photo } from '../../../test/support/full-site-file.ts';
import { startSite } from '../../../test/support/site.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';

const PHOTO = photo();
const WORDS = 'Two drivers beside a truck in our yard';

/** Writes photos beside a site file, and returns the path of that file. */
function siteFile(photos: Record<string, string>, files: Record<string, Buffer>): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'site.json'), JSON.stringify({ photos }));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return join(folder, 'site.json');
}

test('an owner shows photos on three pages, in words too, and the others have none', async () => {
  const photos = { about: WORDS, contact: WORDS, 'bodyshop-repairs': WORDS };
  const files = Object.fromEntries(
    Object.keys(photos).map((page) => [`photo-${page}.webp`, PHOTO]),
  );
  const { url } = await startSite({ SITE_FILE: siteFile(photos, files) });
  for (const page of Object.keys(photos))
    expect(await (await fetch(`${url}/${page}`)).text(), page).toContain(
      `<img class="photo" alt="${WORDS}" loading="lazy" decoding="async" src="/photos/${page}.webp" width="1200" height="800"/>`,
    );
  expect(await (await fetch(url)).text()).not.toContain('class="photo"');
  const answer = await fetch(`${url}/photos/about.webp`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(PHOTO);
  const etag = String(answer.headers.get('etag'));
  const again = await fetch(answer.url, {
    headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  expect((await fetch(`${url}/photos/home.webp`)).status).toBe(404);
});

test('names each photo that is missing, too heavy, of another size or without alt text', () => {
  const photos = { about: WORDS, contact: WORDS, 'bodyshop-repairs': WORDS };
  const heavy = Buffer.concat([PHOTO, Buffer.alloc(200_000)]);
  const files = { 'photo-contact.webp': photo(800, 1200), 'photo-bodyshop-repairs.webp': heavy };
  const start = (file: string) => () => readConfig({ SITE_FILE: file });
  expect(start(siteFile(photos, files))).toThrow(
    [
      'SITE_FILE: photos.about: photo-about.webp must be in the same folder as the site file (ENOENT)',
      'SITE_FILE: photos.bodyshop-repairs: photo-bodyshop-repairs.webp is not a photo made by npm run photos',
      'SITE_FILE: photos.contact: photo-contact.webp is not a photo made by npm run photos',
    ].join('\n'),
  );
  for (const words of ['yard.jpg', 'Yard', ''])
    expect(start(siteFile({ about: words }, { 'photo-about.webp': PHOTO }))).toThrow(
      /photos\.about: must describe/,
    );
  expect(start(siteFile({ home: WORDS }, {}))).toThrow(
    'photos.home: is not a setting that the site file can have',
  );
});

test('a mistyped path of a photo is said in one line', () => {
  const script = ['build/artwork/make-photo.ts', 'no-such.jpg', 'site/photo-about.webp'];
  const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'No photo was made. Input file is missing: no-such.jpg\n']);
});
