import type { RequestHandler } from 'express';
import { ICON_PATH, listPath, STATIC_PATHS } from '../../shared/addresses.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { BlogService } from '../blog/blog-service.ts';
import { withServiceTimeout } from '../blog/lookup.ts';
import type { PageService } from '../blog/page-service.ts';
import { type Config, hasBlog } from '../config/config.ts';
import type { PostRecord } from '../content/post-record.ts';
import type { Assets } from '../http/assets.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { replyText } from '../http/reply.ts';
import {
  ICONS_FOR_ANDROID,
  robotsTxt,
  securityTxt,
  sitemapXml,
  webManifest,
} from './crawl-files.ts';
import { FEED_LENGTH, feedXml } from './feed.ts';

/** Addresses at which browsers look for an icon though no page of a brand names it. */
const ICONS_OF_THE_BUILD = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  ...ICONS_FOR_ANDROID.map(({ src }) => src),
];

/** Files for machines, and the icon of the owner's brand. */
export function crawlEndpoints(parts: {
  config: Config;
  blog: BlogService;
  contentPages: PageService;
  assets: Assets;
  /** Where crawlers find nothing to index. */
  closed: () => readonly string[];
}): Endpoint[] {
  const { config, blog, contentPages, assets, closed } = parts;
  const { icon } = assets;
  const file = (
    path: string,
    contentType: string,
    /** Gives null while nobody can tell which posts there are. */
    content: () => string | Promise<string | null>,
  ): Endpoint => {
    const send: RequestHandler = async (_request, response) => {
      const body = await content();
      if (body === null) {
        response.set('Retry-After', String(blog.retryAfterSeconds()));
        replyText(response, 503, 'The blog cannot be reached. Please try again later.\n');
        return;
      }
      response.set('Content-Type', contentType);
      response.vary('Accept-Encoding').send(body); // a 304 too says on what the answer depends
    };
    return { path, methods: ['GET'], cache: PAGE_CACHE_CONTROL, crawled: true, handlers: [send] };
  };

  /** Null while the content service has never answered, since no posts is another thing. */
  async function everyPost(): Promise<readonly PostRecord[] | null> {
    await withServiceTimeout(blog.catalogued(), blog);
    return blog.isLoaded() ? blog.known() : null;
  }

  /** Alone: the build's icons show another mark. */
  function iconOfBrand(icon: string): Endpoint[] {
    const missing: RequestHandler = (_request, response) => replyText(response, 404, 'Not Found\n');
    const others = ICONS_OF_THE_BUILD.map(
      (path): Endpoint => ({
        path,
        methods: ['GET'],
        cache: 'no-store',
        crawled: true,
        handlers: [missing],
      }),
    );
    return [file(ICON_PATH, 'image/svg+xml; charset=utf-8', () => icon), ...others];
  }

  const TEXT = 'text/plain; charset=utf-8';
  const { siteUrl, company } = config;
  return [
    ...(icon === null ? [] : iconOfBrand(icon)),
    file('/robots.txt', TEXT, () => robotsTxt(config, closed())),
    file('/.well-known/security.txt', TEXT, () => securityTxt(config)),
    file('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
      webManifest(config, assets),
    ),
    file('/sitemap.xml', 'application/xml; charset=utf-8', async () => {
      const posts = await everyPost();
      if (!posts) return null;
      const listPageCount = Math.ceil(posts.length / BLOG_PAGE_SIZE);
      const own = STATIC_PATHS.filter((path) => path !== listPath() || hasBlog(config));
      const pages = [...own, ...blog.tagPaths()];
      return sitemapXml({
        siteUrl,
        pages,
        posts: blog.indexed(),
        contentPages: contentPages.indexed(),
        listPageCount,
      });
    }),
    file('/feed.xml', 'application/atom+xml; charset=utf-8', async () => {
      const posts = await everyPost();
      if (!posts) return null;
      const newest = posts.slice(0, FEED_LENGTH);
      return feedXml({ site: { url: siteUrl, company }, posts: newest });
    }),
  ];
}
