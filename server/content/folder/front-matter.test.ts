import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from './front-matter.ts';

const post = (keys: string) => parseFrontMatter(`---\n${keys}\n---\nText`, 'post');
const REQUIRED = 'title: A title\npublishedDate: 2026-11-28';
const faultsOf = (keys: string, kind: 'post' | 'page' = 'post') =>
  parseFrontMatter(`---\n${keys}\n---\n`, kind).faults.map(({ line, text }) => `${line}: ${text}`);

describe('parseFrontMatter', () => {
  test('reads every key of a post', () => {
    const { keys, faults, body, bodyLine } = post(
      `${REQUIRED}\nslug: s\nexcerpt: e\nauthor: Ann\ntags: [a, b]\nimage: /p.png\nimageAlt: p\naliases: [old]\ndraft: true`,
    );
    expect(faults).toEqual([]);
    expect(keys).toEqual({
      title: 'A title',
      publishedDate: '2026-11-28',
      slug: 's',
      excerpt: 'e',
      author: 'Ann',
      tags: ['a', 'b'],
      image: '/p.png',
      imageAlt: 'p',
      aliases: ['old'],
      draft: true,
    });
    expect([body, bodyLine]).toEqual(['Text', 13]);
  });

  test('takes a byte order mark, CRLF, JSON and keys without a value', () => {
    const text =
      '\uFEFF---\r\n{"title": "T", "publishedDate": "2026-11-28 09:30",\r\n"author": null}\r\n---\r\nText\r\n';
    const { keys, body, bodyLine } = parseFrontMatter(text, 'post');
    expect(keys).toEqual({ title: 'T', publishedDate: '2026-11-28T09:30' });
    expect([body, bodyLine]).toEqual(['Text\r\n', 5]);
  });

  test.each([
    ['a missing key', 'title: T', ['1: publishedDate is missing.']],
    ['an empty key', 'title:\npublishedDate: 2026-11-28', ['2: title is missing.']],
    [
      'a number in place of text',
      `${REQUIRED}\nauthor: 0123`,
      ['4: author must be text: put it in quotes.'],
    ],
    [
      'a number in a list',
      `${REQUIRED}\ntags:\n  - a\n  - 24`,
      ['6: tags[2] must be text: put it in quotes.'],
    ],
    [
      'another date',
      'title: T\npublishedDate: 28/11/2026',
      ['3: publishedDate must be a date, for example 2026-11-28 or 2026-11-28T09:30.'],
    ],
    ['a text for a switch', `${REQUIRED}\ndraft: yes`, ['4: draft must be true or false.']],
    [
      'a bad alias',
      `${REQUIRED}\naliases: [a/b]`,
      [
        '4: aliases[1] must have only letters, digits and - . _ ~, and begin with a letter or digit.',
      ],
    ],
    [
      'a colon in text',
      `${REQUIRED}\nexcerpt: a: b`,
      ['4: A text with a colon in it must be in quotes.'],
    ],
    [
      'a text that begins with an asterisk',
      `${REQUIRED}\nexcerpt: *Read`,
      ['4: A text that begins with * must be in quotes: *Read.'],
    ],
    ['a key that is there twice', `${REQUIRED}\ntitle: b`, ['4: This key is there twice.']],
    ['keys that are no group', '- a', ['1: The block of keys must be a group of keys.']],
  ])('refuses %s', (_, keys, faults) => {
    expect(faultsOf(keys)).toEqual(faults);
  });

  test('names the keys that a file may have when one is unknown', () => {
    expect(faultsOf(`${REQUIRED}\ndate: 2026-11-28\nlayout: post`)).toEqual([
      expect.stringMatching(/^4: date is not a key of a post. The keys are title, image, /),
      expect.stringMatching(/^5: layout is not a key of a post./),
    ]);
  });

  test('refuses the key slug in a page, whose address is the name of its file', () => {
    expect(faultsOf('title: T\nsummary: S\nslug: s', 'page')).toEqual([
      '4: slug is not a key of a page: the name of the file is its address.',
    ]);
  });

  test('refuses a bomb of aliases by the limit of the parser, with its line', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    const keys = ['a: &a [x]', ...lines.map((line) => line.replaceAll('*a-1', '*a'))].join('\n');
    expect(faultsOf(`${REQUIRED}\n${keys}`)).toEqual(['5: The keys use too many aliases of YAML.']);
  });

  test('refuses a block of keys that is longer than any editor writes', () => {
    const keys = Array.from({ length: 200_000 }, (_, index) => `a${index}: x`).join('\n');
    expect(faultsOf(keys)).toEqual(['1: The block of keys is longer than 64 kB.']);
  });

  test.each(['', 'Text', '---\ntitle: T\n', '--- \n'])('refuses %j, which has no keys', (text) => {
    expect(parseFrontMatter(text, 'post').faults).toEqual([
      { line: 1, text: 'The file must begin with a line ---, its keys and a line ---.' },
    ]);
  });

  test('keeps the sound keys of a faulty file for its editor', () => {
    expect(post('title: T\nauthor: 7').keys).toEqual({ title: 'T' });
  });
});
