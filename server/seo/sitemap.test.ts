import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { sitemapXml } from './sitemap.ts';

const siteUrl = 'https://www.roadaid.example';

const SITEMAP = {
  siteUrl,
  pages: ['/', '/about', '/blogs'],
  posts: [
    { slug: 'newer', updatedAt: '2025-06-01T08:00:00.000Z' },
    { slug: "café's-tips", updatedAt: 'yesterday' },
  ],
  listPageCount: 2,
};

test('lists every page and post once, with the last change of a post where it is known', () => {
  const xml = sitemapXml(SITEMAP);
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
  const { urlset } = parser.parse(xml);
  expect(urlset['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  expect(urlset.url).toEqual([
    { loc: `${siteUrl}/` },
    { loc: `${siteUrl}/about` },
    { loc: `${siteUrl}/blogs` },
    { loc: `${siteUrl}/blogs/page/2` },
    { loc: `${siteUrl}/blogs/newer`, lastmod: '2025-06-01T08:00:00.000Z' },
    { loc: `${siteUrl}/blogs/caf%C3%A9's-tips` },
  ]);
});

test('never has more than the 50,000 URLs that the protocol allows', () => {
  const posts = Array.from({ length: 50_100 }, (_, index) => ({
    slug: `post-${index}`,
    updatedAt: '2025-02-03T04:05:06.000Z',
  }));
  expect(sitemapXml({ ...SITEMAP, posts }).match(/<url>/g)).toHaveLength(50_000);
});
