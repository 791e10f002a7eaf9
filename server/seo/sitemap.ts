import { listPaths, postPath } from '../../shared/addresses.ts';
import { validDate } from '../../shared/blog/valid-date.ts';
import { escapeXml } from '../http/xml.ts';

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
