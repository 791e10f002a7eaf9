import { validDate } from '../../shared/blog/post.ts';
import { contentPagePath, listPath, listPaths, postPath } from '../../shared/routes.ts';
import { escapeXml } from '../http/xml.ts';

/** The limit of the protocol (sitemaps.org): a file with more URLs is refused as a whole. */
const MAX_SITEMAP_URLS = 50_000;

/**
 * Writes the sitemap (sitemaps.org protocol 0.9): every page and every known post. Only posts
 * and pages of the content service have a known time of last change; search engines stop trusting a site that claims one for everything.
 * Priority and changefreq are left out, because search engines ignore them.
 */
export function sitemapXml(deps: {
  siteUrl: string;
  /** Canonical paths of the pages that need no parameter. */
  pages: readonly string[];
  posts: readonly { slug: string; updatedAt: string }[];
  contentPages?: readonly { slug: string; updatedAt: string }[];
  listPageCount: number;
}): string {
  const { siteUrl, pages, posts, contentPages = [], listPageCount } = deps;
  const url = (path: string, lastModified?: Date) => {
    const lastmod = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`;
  };
  const lists = pages.includes(listPath()) ? listPaths(listPageCount) : [];
  const urls = [
    ...new Set([...pages, ...lists].map((path) => url(path))),
    ...contentPages.map(({ slug, updatedAt }) => url(contentPagePath(slug), validDate(updatedAt))),
    ...posts.map(({ slug, updatedAt }) => url(postPath(slug), validDate(updatedAt))),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls.slice(0, MAX_SITEMAP_URLS),
    '</urlset>\n',
  ].join('\n');
}
