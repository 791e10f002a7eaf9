import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { photo } from '../../../test/support/full-site-file.ts';
import { createOwnerFolder, siteWithFolder } from '../../../test/support/owner-folder.ts';

const pageFile = (title: string, keys = '') =>
  `---\ntitle: ${title}\nsummary: In our words.\n${keys}---\nOur own text.\n`;

/** A PNG of 1,200 by 800 pixels, as far as its header says. */
const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000004b00000032008020000009a4d3f7d',
  'hex',
);
const PHOTO_FILES = {
  'photos/about-600.webp': photo(600, 400),
  'photos/about-1200.webp': photo(1200, 800),
};
const SITE_FILE = 'photos:\n  about: {alt: The yard, caption: Our yard}\n';

describe('a core page in the words of a file', () => {
  test('shows the photo of that page when it has no picture', async () => {
    const { get } = await siteWithFolder({
      ...PHOTO_FILES,
      'site.yaml': SITE_FILE,
      'pages/about.md': pageFile('Who we are'),
    });
    const { text: html } = await get('/about').expect(200);
    expect(html).toMatch(/<h1[^>]*>Who we are<\/h1>/);
    expect(html).toMatch(/<img alt="The yard"[^>]*\/photos\/about-1200\.webp/);
    expect(html).toContain('<span>Our yard</span>');
  });

  test('shows its own picture in place of that photo, and shares it', async () => {
    const { get } = await siteWithFolder({
      ...PHOTO_FILES,
      'site.yaml': SITE_FILE,
      'pictures/team.png': PNG,
      'pages/about.md': pageFile('Who we are', 'image: /pictures/team.png\nimageAlt: Our team\n'),
    });
    const { text: html } = await get('/about').expect(200);
    expect(html).not.toContain('/photos/about');
    const [, path] = /<img[^>]*src="(\/media\/team\.[\da-f]{16}\.png)"/.exec(html) ?? [];
    const url = `http://site.test${path}`;
    expect(html).toContain(`property="og:image" content="${url}"`);
    expect(html).toContain('property="og:image:alt" content="Our team"');
    expect(html).toContain('property="og:image:width" content="1200"');
    expect(html).toContain(`"primaryImageOfPage":{"@type":"ImageObject","url":"${url}"}`);
  });
});

describe('a post of a file', () => {
  test('shares its picture by an absolute URL, in its structured data too', async () => {
    const { get } = await siteWithFolder({
      'pictures/car.png': PNG,
      'posts/a.md':
        '---\ntitle: A\npublishedDate: 2026-01-05\nimage: ../pictures/car.png\n---\nText.',
    });
    const { text: html } = await get('/blogs/a').expect(200);
    const [url] = /http:\/\/site\.test\/media\/car\.[\da-f]{16}\.png/.exec(html) ?? [];
    expect(html).toContain(`property="og:image" content="${url}"`);
    expect(html).toContain(`name="twitter:image" content="${url}"`);
    expect(html).toContain(`"image":"${url}"`);
  });
});

describe('golive', () => {
  test('lists pages of the folder, and no claim of a body that they replace', () => {
    const report = (files: Record<string, string>) => {
      const { SITE_DIR } = createOwnerFolder({
        'site.yaml': 'company: {name: Ann Example}\nclaims: {noExcess: true}\n',
        ...files,
      });
      return spawnSync(process.execPath, [resolve('dist/server/golive.js')], {
        cwd: SITE_DIR,
        env: { SITE_DIR },
        encoding: 'utf8',
      }).stdout;
    };
    const CLAIM = '"no excess to pay" on /, /about, /credit-hire, /bodyshop-repairs';
    expect(report({})).toContain(CLAIM);
    const owned = report({
      'pages/about.md': pageFile('Who we are'),
      'pages/credit-hire.md': pageFile('Hire'),
    });
    expect(owned).toContain('"no excess to pay" on /, /bodyshop-repairs');
    const [, toConfirm] = owned.split('To be confirmed: what your own pages say\n');
    expect(toConfirm).toContain('The page "Who we are" at /about');
    expect(toConfirm).toMatch(
      /The page "Hire" at \/credit-hire\n.*Does it compare the ways to claim\?/,
    );
  });
});
