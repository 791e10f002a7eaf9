import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import type { Facts } from '../../shared/site/claims.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { BlogService } from '../blog/blog-service.ts';
import type { Listed } from '../blog/catalogue.ts';
import { UNAVAILABLE, withServiceTimeout } from '../blog/lookup.ts';
import type { Config } from '../config/config.ts';
import type { Assets } from '../http/assets.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { replyText } from '../http/reply.ts';
import { brandFiles } from './brand-files.ts';
import { robotsTxt, securityTxt, sitemapXml } from './crawl-files.ts';
import { FEED_LENGTH, type FeedPost, feedXml } from './feed.ts';
import { keyPath } from './index-now.ts';
import { webManifest } from './web-manifest.ts';

/** Nothing while nobody can tell which posts there are, or a picture cannot be drawn. */
type Content = string | Buffer | null | undefined;

interface CrawlParts {
  config: Pick<Config, keyof Facts | 'brand' | 'siteUrl' | 'allowIndexing' | 'indexNowKey'>;
  blog: Pick<
    BlogService,
    'answered' | 'indexed' | 'known' | 'list' | 'post' | 'retryAfterSeconds' | 'tagPaths'
  >;
  assets: Pick<Assets, 'colours' | 'icon' | 'publicDir'>;
  log: Pick<Logger, 'error'>;
  /** Where crawlers find nothing to index. */
  closed: () => readonly string[];
}

/**
 * Files for machines: robots.txt, the sitemap, the feed, security.txt, the web app manifest, the
 * IndexNow key and the files of a brand.
 */
export function crawlEndpoints({ config, blog, assets, log, closed }: CrawlParts): Endpoint[] {
  const endpoint = (path: string, answer: RequestHandler): Endpoint => ({
    ...{ path, methods: ['GET'], cache: PAGE_CACHE_CONTROL, crawled: true, handlers: [answer] },
  });
  const file = (
    path: string,
    contentType: string,
    content: () => Content | Promise<Content>,
    missing = 'The blog cannot be reached.',
  ): Endpoint => {
    const send = async (_req: Request, res: Response) => {
      const body = await content();
      if (body == null) {
        res.set('Retry-After', String(blog.retryAfterSeconds()));
        replyText(res, 503, `${missing} Please try again later.\n`);
        return;
      }
      res.set('Content-Type', contentType);
      res.vary('Accept-Encoding').send(body); // a 304 too says on what the answer depends
    };
    return endpoint(path, send);
  };

  /** Null while the content service has never answered, since no posts is another thing. */
  async function everyPost(): Promise<readonly Listed[] | null> {
    const list = await withServiceTimeout(blog.list(1), blog);
    const posts = blog.known();
    return posts.length > 0 || list?.result.state === 'ready' ? posts : null;
  }

  /** In an outage a post may be known by its title and dates alone. */
  async function feedPost(entry: Listed): Promise<FeedPost[]> {
    const { result } = (await withServiceTimeout(blog.post(entry.slug), blog)) ?? UNAVAILABLE;
    if (result.state === 'ready') return [result.post];
    return result.state === 'unavailable' ? [{ ...entry, excerpt: null, author: null }] : [];
  }

  const TEXT = 'text/plain; charset=utf-8';
  const { indexNowKey: key, siteUrl, company } = config;
  return [
    file('/robots.txt', TEXT, () => robotsTxt(config, closed())),
    file('/.well-known/security.txt', TEXT, () => securityTxt(config)),
    ...(key === null ? [] : [file(keyPath(key), TEXT, () => key)]),
    file('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
      webManifest(config, assets.colours),
    ),
    ...brandFiles(assets, config.brand, log).map(({ path, contentType, bytes }) =>
      file(path, contentType, bytes, 'The file cannot be made.'),
    ),
    file('/sitemap.xml', 'application/xml; charset=utf-8', async () => {
      const posts = await everyPost();
      if (!posts) return null;
      const listPageCount = Math.ceil(posts.length / BLOG_PAGE_SIZE);
      const pages = [...STATIC_PATHS, ...blog.tagPaths()];
      return sitemapXml({ siteUrl, pages, posts: blog.indexed(), listPageCount });
    }),
    file('/feed.xml', 'application/atom+xml; charset=utf-8', async () => {
      const posts = await everyPost();
      if (!posts) return null;
      const newest = await Promise.all(posts.slice(0, FEED_LENGTH).map(feedPost));
      return feedXml({ site: { url: siteUrl, company }, posts: newest.flat() });
    }),
  ];
}
