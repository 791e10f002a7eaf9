import { expect, test } from 'vitest';
import { robotsTxt } from './robots.ts';

const siteUrl = 'https://www.roadaid.example';

test('opens every page to crawlers and names the sitemap', () => {
  expect(robotsTxt({ siteUrl, allowIndexing: true }, ['/api/'])).toBe(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
  );
});

test('closes staging to every crawler', () => {
  expect(robotsTxt({ siteUrl, allowIndexing: false }, ['/api/'])).toBe(
    'User-agent: *\nDisallow: /\n',
  );
});

test('a path for machines hides no page whose address begins with it', () => {
  const robots = robotsTxt({ siteUrl, allowIndexing: true }, ['/api/', '/search']);
  expect(robots.match(/(?<=Disallow: ).+/g)).toEqual(['/api/', '/search$', '/search?']);
});
