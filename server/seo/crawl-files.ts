import {
  contentPagePath,
  ICON_PATH,
  listPath,
  listPaths,
  postPath,
} from '../../shared/addresses.ts';
import { validDate } from '../../shared/blog/post.ts';
import { said } from '../../shared/head/head.ts';
import { metadata as accident } from '../../shared/pages/Accident.tsx';
import { metadata as contact } from '../../shared/pages/Contact.tsx';
import { metadata as home } from '../../shared/pages/Home.tsx';
import type { Facts } from '../../shared/site/claims.ts';
import type { Config } from '../config/config.ts';
import type { Assets } from '../http/assets.ts';
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

/** Less than a year (RFC 9116, section 2.5.5): half a year shows that the site is looked after. */
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

/**
 * The sitemap (sitemaps.org protocol 0.9): every page and every known post. Only posts and pages of
 * the content service have a known time of last change; search engines stop trusting a site that claims one for everything. It
 * leaves out priority and changefreq, which they ignore.
 */
export function sitemapXml(parts: {
  siteUrl: string;
  /** Canonical paths of the pages that need no parameter. */
  pages: readonly string[];
  posts: readonly { slug: string; updatedAt: string }[];
  contentPages?: readonly { slug: string; updatedAt: string }[];
  listPageCount: number;
}): string {
  const { siteUrl, pages, posts, contentPages = [], listPageCount } = parts;
  const url = (path: string, changed?: Date) => {
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
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
    ...urls.slice(0, SITEMAP_URL_LIMIT),
    '</urlset>\n',
  ].join('\n');
}

/** Where a home screen takes no SVG; they show the mark of the build. */
export const ICONS_FOR_ANDROID = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/**
 * The web app manifest: what a phone shows of the site on its home screen. Generated because it
 * carries the company's name. Installed, it opens with the accident page, which needs no connection.
 * `minimal-ui` lets browsers install it and keeps the address in sight, so that visitors see whose
 * site asks for their phone number.
 */
export function webManifest(
  facts: Facts,
  { colours, icon }: Pick<Assets, 'colours' | 'icon'>,
): string {
  const any = { src: ICON_PATH, sizes: 'any', type: 'image/svg+xml' };
  return JSON.stringify({
    id: '/',
    name: facts.company.name,
    short_name: facts.company.name,
    description: said(home.description, facts),
    lang: 'en-GB',
    start_url: '/accident',
    display: 'minimal-ui',
    background_color: colours.page,
    theme_color: colours.brand,
    icons: icon === null ? [any, ...ICONS_FOR_ANDROID] : [any],
    shortcuts: [
      { name: accident.breadcrumb, url: '/accident' },
      { name: contact.breadcrumb, url: '/contact' },
    ],
  });
}
