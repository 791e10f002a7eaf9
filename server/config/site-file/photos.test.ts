import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { photo } from '../../../test/support/full-site-file.ts';
import { errorMessage } from '../../../test/support/message-of.ts';
import { startSite } from '../../../test/support/site.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';

const [SMALL, LARGE] = [photo(600, 400), photo(1200, 800)];
const WORDS = 'Two drivers beside a truck in our yard';

/** Writes photos beside a site file, and returns the path of that file. */
function siteFile(content: object, files: Record<string, Buffer>): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'photos'));
  writeFileSync(join(folder, 'site.json'), JSON.stringify(content));
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, 'photos', name), bytes);
  return join(folder, 'site.json');
}

describe('GET /photos/', () => {
  test('serves photos of pages and people for a day, and no other file', async () => {
    const people = [{ name: 'Sam Field', role: 'Director', photo: 'sam' }];
    const content = { photos: { about: WORDS }, company: { people } };
    const { url } = await startSite({
      SITE_FILE: siteFile(content, {
        'about-600.webp': SMALL,
        'about-1200.webp': LARGE,
        'sam-600.webp': SMALL,
        'sam-1200.webp': LARGE,
        'secret.webp': SMALL,
      }),
    });
    for (const [path, bytes] of [
      ['about-600.webp', SMALL],
      ['sam-1200.webp', LARGE],
    ] as const) {
      const response = await fetch(`${url}/photos/${path}`);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      const headers = {
        'If-None-Match': String(response.headers.get('etag')),
        'Cache-Control': 'max-age=0',
      };
      expect((await fetch(response.url, { headers })).status).toBe(304);
    }
    expect(await (await fetch(`${url}/about`)).text()).toContain('/photos/about-1200.webp');
    for (const path of ['home-600.webp', 'secret.webp', '../site.json'])
      expect((await fetch(`${url}/photos/${path}`)).status, path).toBe(404);
  });
});

describe('photos', () => {
  test('are refused by both names when one is missing, too heavy or of another size', () => {
    const content = {
      photos: { about: WORDS, contact: { alt: WORDS, caption: 'Our yard' }, home: WORDS },
      company: { people: [{ name: 'Sam', role: 'Director', photo: 'sam' }] },
    };
    const files = {
      'about-600.webp': SMALL,
      'contact-600.webp': Buffer.concat([SMALL, Buffer.alloc(200_000)]),
      'home-600.webp': SMALL,
      'home-1200.webp': photo(800, 1200),
    };
    const both = (name: string) =>
      `photos/${name}-600.webp and photos/${name}-1200.webp must be photos in the folder of the site file`;
    expect(() => readConfig({ SITE_FILE: siteFile(content, files) })).toThrow(
      [
        `SITE_FILE: photos.home: ${both('home')} (photos/home-1200.webp is not made by npm run photos) (line 1)`,
        `SITE_FILE: photos.about: ${both('about')} (ENOENT) (line 1)`,
        `SITE_FILE: photos.contact: ${both('contact')} (photos/contact-600.webp is not made by npm run photos) (line 1)`,
        `SITE_FILE: company.people[0].photo: ${both('sam')} (ENOENT) (line 1)`,
      ].join('\n'),
    );
  });

  test('are refused without words that describe them, and under a path', () => {
    const refusalOf = (content: object) =>
      errorMessage(() => readConfig({ SITE_FILE: siteFile(content, {}) }));
    for (const words of ['yard.jpg', 'Yard', ''])
      expect(refusalOf({ photos: { about: words } })).toMatch(/photos\.about: must /);
    expect(refusalOf({ photos: { terms: WORDS } })).toContain('photos.terms: is not a setting');
    for (const name of ['../sam', 'a/b', 'sam.webp', '.', '*'])
      expect(refusalOf({ company: { people: [{ name: 'S', role: 'D', photo: name }] } })).toContain(
        'company.people[0].photo: must be the name of a photo',
      );
  });
});

describe('npm run photos', () => {
  test('says in one line that the picture is missing', () => {
    const script = ['build/artwork/make-photo.ts', 'no-such.jpg', 'about'];
    const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      'No photo was made. Input file is missing: no-such.jpg\n',
    ]);
  });
});
