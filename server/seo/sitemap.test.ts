import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { sitemapXml } from './crawl-files.ts';

const parts = {
  siteUrl: 'https://www.kerbside.example',
  pages: ['/', '/about', '/blogs'],
  posts: [
    { slug: 'newer', updatedAt: '2025-06-01T08:00:00.000Z' },
    { slug: 'older', updatedAt: '2025-01-01T08:00:00.000Z' },
  ],
  listPageCount: 1,
};

interface Entry {
  loc: string;
  lastmod?: string;
}

function entries(xml: string): Entry[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => name === 'url',
  });
  const { urlset } = parser.parse(xml);
  expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  return urlset.url;
}

test('every page and every post is there once, with an absolute address', () => {
  const urls = entries(sitemapXml(parts));
  expect(urls.map(({ loc }) => loc)).toEqual(
    ['/', '/about', '/blogs', '/blogs/newer', '/blogs/older'].map(
      (path) => `https://www.kerbside.example${path}`,
    ),
  );
});

test('a post has the time of its last change, and a page of the code has none', () => {
  expect(entries(sitemapXml(parts)).map(({ lastmod }) => lastmod)).toEqual([
    undefined,
    undefined,
    undefined,
    '2025-06-01T08:00:00.000Z',
    '2025-01-01T08:00:00.000Z',
  ]);
});

test('later list pages are there as soon as they exist', () => {
  const paths = entries(sitemapXml({ ...parts, listPageCount: 3 })).map(
    ({ loc }) => new URL(loc).pathname,
  );
  expect(paths).toEqual(expect.arrayContaining(['/blogs/page/2', '/blogs/page/3']));
  expect(paths).not.toContain('/blogs/page/1');
});

test('without any known post the static pages stand alone', () => {
  const urls = entries(sitemapXml({ ...parts, posts: [], listPageCount: 0 }));
  expect(urls).toHaveLength(3);
});

test('a slug is percent-encoded and escaped, and an invalid date is left out', () => {
  const posts = [{ slug: "café's-tips", updatedAt: 'yesterday' }];
  expect(entries(sitemapXml({ ...parts, posts })).at(-1)).toEqual({
    loc: "https://www.kerbside.example/blogs/caf%C3%A9's-tips",
  });
});

test('it never has more than the 50,000 addresses that the protocol allows', () => {
  const posts = Array.from({ length: 50_100 }, (_, index) => ({
    slug: `post-${index}`,
    updatedAt: '2025-02-03T04:05:06.000Z',
  }));
  expect(sitemapXml({ ...parts, posts }).match(/<url>/g)).toHaveLength(50_000);
});
