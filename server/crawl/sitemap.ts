import { validDate } from '../../shared/blog/valid-date.ts';
import { escapeXml } from './xml.ts';

/** sitemaps.org: a file with more addresses is refused as a whole. */
const SITEMAP_URL_LIMIT = 50_000;

interface SitemapParts {
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** Canonical paths of the pages that need no parameter. */
  pages: readonly string[];
  posts: readonly { slug: string; updatedAt: string }[];
  /** How many pages the blog list has; `/blogs` is the first. */
  listPageCount: number;
  /** ISO 8601: static pages change with a build. */
  buildTime: string;
}

/**
 * The sitemap (sitemaps.org protocol 0.9): every page and every known post with the time of its
 * last true change. Without priority and changefreq, which search engines ignore.
 */
export function sitemapXml({
  siteUrl,
  pages,
  posts,
  listPageCount,
  buildTime,
}: SitemapParts): string {
  const listChange = newest(posts) ?? buildTime;
  const list = Array.from(
    { length: Math.max(0, listPageCount - 1) },
    (_, index) => `/blogs/page/${index + 2}`,
  );
  const urls = [
    ...pages.map((path) => url(siteUrl + path, path === '/blogs' ? listChange : buildTime)),
    ...list.map((path) => url(siteUrl + path, listChange)),
    ...posts.map((post) =>
      url(
        `${siteUrl}/blogs/${encodeURIComponent(post.slug)}`,
        validDate(post.updatedAt)?.toISOString(),
      ),
    ),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.slice(0, SITEMAP_URL_LIMIT),
    '</urlset>\n',
  ].join('\n');
}

function newest(posts: SitemapParts['posts']): string | undefined {
  const times = posts.flatMap((post) => validDate(post.updatedAt)?.toISOString() ?? []);
  return times.sort().at(-1);
}

function url(address: string, lastmod: string | undefined): string {
  return `<url><loc>${escapeXml(address)}</loc>${lastmod ? `<lastmod>${escapeXml(lastmod)}</lastmod>` : ''}</url>`;
}
