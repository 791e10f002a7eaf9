import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { robotsTxt, securityTxt, sitemapXml } from './crawl-files.ts';

const siteUrl = 'https://www.roadaid.example';

test('crawlers may read every page and learn where the sitemap is', () => {
  expect(robotsTxt({ siteUrl, allowIndexing: true }, ['/api/'])).toBe(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  );
});

test('staging is closed to every crawler', () => {
  expect(robotsTxt({ siteUrl, allowIndexing: false }, ['/api/'])).toBe(
    'User-agent: *\nDisallow: /\n',
  );
});

const company = { ...PLACEHOLDER_COMPANY, email: 'hello@roadaid.example' };

test('security.txt names a contact, the language and, under https as the RFC wants it, its own address', () => {
  const lines = securityTxt({ siteUrl, company }).split('\n');
  expect(lines).toContain('Contact: mailto:hello@roadaid.example');
  expect(lines).toContain('Preferred-Languages: en');
  expect(lines).toContain(`Canonical: ${siteUrl}/.well-known/security.txt`);
  expect(securityTxt({ siteUrl: 'http://localhost:3000', company })).not.toContain('Canonical');
});

test.each(['2026-05-05', '2028-02-29', '2031-12-31'])(
  'security.txt of %s is the same all day, and expires within a year',
  (day) => {
    const [first, last] = [new Date(`${day}T00:00:01Z`), new Date(`${day}T23:59:59Z`)];
    const text = securityTxt({ siteUrl, company }, first);
    expect(securityTxt({ siteUrl, company }, last)).toBe(text);
    const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
    const days = (expires - last.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(364);
  },
);

const SITEMAP = {
  siteUrl,
  pages: ['/', '/about', '/blogs'],
  posts: [
    { slug: 'newer', updatedAt: '2025-06-01T08:00:00.000Z' },
    { slug: "café's-tips", updatedAt: 'yesterday' },
  ],
  listPageCount: 2,
};

test('a sitemap has every page and post once, with the time of a post’s last change where it is known', () => {
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

test('a sitemap never has more than the 50,000 addresses that the protocol allows', () => {
  const posts = Array.from({ length: 50_100 }, (_, index) => ({
    slug: `post-${index}`,
    updatedAt: '2025-02-03T04:05:06.000Z',
  }));
  expect(sitemapXml({ ...SITEMAP, posts }).match(/<url>/g)).toHaveLength(50_000);
});
