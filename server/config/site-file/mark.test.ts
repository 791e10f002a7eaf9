import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorMessage } from '../../../test/support/message-of.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../config.ts';

const svg = (attributes: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;

/** Returns the head of a PNG of this size, which is all that a server reads of it. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Reads a configuration whose site file names a mark, in a folder with this file. */
function readMarked(mark: string, bytes: string | Buffer, file = mark) {
  const folder = join(temporaryFolder(), 'site');
  mkdirSync(folder);
  writeFileSync(join(folder, '../outside.svg'), svg('viewBox="0 0 8 8"'));
  writeFileSync(join(folder, file), bytes);
  symlinkSync('../outside.svg', join(folder, 'link.svg'));
  writeFileSync(join(folder, 'site.yaml'), `brand:\n  mark: ${JSON.stringify(mark)}\n`);
  return readConfig({ SITE_DIR: folder });
}

const refusalOf = (...args: Parameters<typeof readMarked>) =>
  errorMessage(() => readMarked(...args));

describe('brand.mark', () => {
  test.each([
    ['a viewBox', svg('viewBox="0 0 40 40"')],
    ['a size', svg('width="40px" height="40px"')],
    [
      'the definitions of Illustrator',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>\n<!-- <svg> -->\n<svg xmlns="&ns;" viewBox="0,0,512,512"><script>alert(1)</script></svg>',
    ],
    [
      'the prefix of Inkscape',
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>',
    ],
  ])('takes a square SVG with %s', (_, text) => {
    expect(readMarked('mark.svg', text).mark).toMatchObject({ path: '/favicon.svg' });
  });

  test.each([256, 2048])('takes a PNG of %i pixels a side', (side) => {
    expect(readMarked('mark.png', png(side, side)).mark).toMatchObject({ path: '/favicon.png' });
  });

  test.each([
    ['an oblong SVG', 'mark.svg', svg('viewBox="0 0 40 20"')],
    ['an SVG without a size', 'mark.svg', svg('')],
    ['an SVG above 64 kB', 'mark.svg', svg('viewBox="0 0 8 8"') + ' '.repeat(64_000)],
    ['other markup', 'mark.svg', '<p>no picture</p>'],
    ['an oblong PNG', 'mark.png', png(512, 256)],
    ['a small PNG', 'mark.png', png(255, 255)],
    ['a large PNG', 'mark.png', png(2049, 2049)],
    ['a PNG that is none', 'mark.png', svg('viewBox="0 0 8 8"')],
  ])('refuses %s', (_, name, bytes) => {
    expect(refusalOf(name, bytes)).toMatch(
      /^SITE_FILE: brand.mark: must be a square (SVG|PNG) of .* \(line 2\)$/,
    );
  });

  test.each(['../outside.svg', '/etc/hostname.svg', 'a/../../outside.svg', 'mark.gif', '<svg/>'])(
    'refuses the path %s',
    (path) => {
      expect(refusalOf(path, svg('viewBox="0 0 8 8"'), 'mark.svg')).toMatch(
        /^SITE_FILE: brand.mark: must be the name of an SVG or PNG file in the folder/,
      );
    },
  );

  test('refuses a link out of the folder, and a file that is missing', () => {
    expect(refusalOf('link.svg', '', 'x')).toContain(
      'must be a file in the folder of the site file',
    );
    expect(refusalOf('none.svg', '', 'x')).toContain(
      'brand.mark: the file cannot be read (ENOENT)',
    );
  });
});
