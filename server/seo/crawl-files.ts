import { listPaths, postPath } from '../../shared/addresses.ts';
import { validDate } from '../../shared/blog/post.ts';
import type { Config } from '../config/config.ts';
import { escapeXml } from '../http/xml.ts';

/**
 * robots.txt (RFC 9309). Staging is closed altogether and names no sitemap.
 * @param closed addresses for machines and form posts, with nothing to index
 */
export function robotsTxt(
  config: Pick<Config, 'siteUrl' | 'allowIndexing'>,
  closed: readonly string[],
): string {
  const rules = config.allowIndexing ? closed : ['/'];
  const lines = ['User-agent: *', ...rules.map((path) => `Disallow: ${path}`)];
  if (config.allowIndexing) lines.push('', `Sitemap: ${config.siteUrl}/sitemap.xml`);
  return `${lines.join('\n')}\n`;
}

/**
 * RFC 9116 section 2.5.5 recommends less than a year; half a year shows that the site is looked
 * after.
 */
const VALID_FOR_DAYS = 180;

/**
 * /.well-known/security.txt (RFC 9116). The expiry is counted from the answer, so that a container
 * that runs for long never serves an expired file, and lies at midnight, so that the text and its
 * ETag change once a day.
 */
export function securityTxt(
  { siteUrl, company }: Pick<Config, 'siteUrl' | 'company'>,
  now = new Date(),
): string {
  const expires = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + VALID_FOR_DAYS),
  );
  const lines = [
    `Contact: mailto:${encodeURIComponent(company.email).replaceAll('%40', '@')}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
  ];
  // Section 2.5.2: a web address given here must be https.
  if (siteUrl.startsWith('https:')) lines.push(`Canonical: ${siteUrl}/.well-known/security.txt`);
  return `${lines.join('\n')}\n`;
}

/** sitemaps.org: a file with more addresses is refused as a whole. */
const SITEMAP_URL_LIMIT = 50_000;

interface SitemapParts {
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** Canonical paths of the pages that need no parameter. */
  pages: readonly string[];
  posts: readonly { slug: string; updatedAt: string }[];
  /** How many pages the blog list has. */
  listPageCount: number;
}

/**
 * The sitemap (sitemaps.org protocol 0.9): every page and every known post. Only posts have a known
 * time of last change; search engines stop trusting a site that claims one for everything. It
 * leaves out priority and changefreq, which they ignore.
 */
export function sitemapXml({ siteUrl, pages, posts, listPageCount }: SitemapParts): string {
  const urls = [
    ...new Set([...pages, ...listPaths(listPageCount)].map((path) => url(siteUrl + path))),
    ...posts.map(({ slug, updatedAt }) =>
      url(siteUrl + postPath(slug), validDate(updatedAt)?.toISOString()),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.slice(0, SITEMAP_URL_LIMIT),
    '</urlset>\n',
  ].join('\n');
}

function url(address: string, lastmod?: string): string {
  return `<url><loc>${escapeXml(address)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''}</url>`;
}
