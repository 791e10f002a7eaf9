import { expect, test } from 'vitest';
import { robotsTxt } from './crawl-files.ts';

const siteUrl = 'https://www.kerbside.example';

test('crawlers may read every page and learn where the sitemap is', () => {
  const lines = robotsTxt({ siteUrl, allowIndexing: true }, ['/api/']).split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines).toContain('Disallow: /api/');
  expect(lines).toContain('Sitemap: https://www.kerbside.example/sitemap.xml');
  expect(lines).not.toContain('Disallow: /');
});

test('staging is closed to every crawler', () => {
  expect(robotsTxt({ siteUrl, allowIndexing: false }, ['/api/'])).toBe(
    'User-agent: *\nDisallow: /\n',
  );
});
