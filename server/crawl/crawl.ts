import type { Request, Response, Router } from 'express';
import type { Post } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { patiently } from '../blog/library/calls/patience.ts';
import type { BlogLibrary } from '../blog/library/library.ts';
import type { Config } from '../config.ts';
import type { Assets } from '../http/assets.ts';
import { PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { replyText, strictRouter } from '../http/reply.ts';
import { feedXml } from './feed.ts';
import { keyPath } from './index-now.ts';
import { robotsTxt } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemapXml } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

const RETRY_AFTER_SECONDS = 30;

/** Null when the blog cannot be reached. */
type Text = string | null;

interface CrawlParts {
  config: Pick<Config, 'siteUrl' | 'allowIndexing' | 'company' | 'indexNowKey'>;
  library: Pick<BlogLibrary, 'answered' | 'catalogued' | 'indexed' | 'known' | 'list' | 'post'>;
  colours: Assets['colours'];
  /** Canonical paths of the pages that need no parameter. */
  staticPaths: readonly string[];
}

/**
 * Files for machines: robots.txt, the sitemap, the feed, security.txt, the web app manifest and the
 * IndexNow key.
 */
export function createCrawlRoutes({ config, library, colours, staticPaths }: CrawlParts): Router {
  const router = strictRouter();

  const answer = (path: string, contentType: string, text: () => Text | Promise<Text>) =>
    router.get(path, async (_req: Request, res: Response) => {
      const body = await text();
      if (body === null) {
        res.set('Retry-After', String(RETRY_AFTER_SECONDS));
        replyText(res, 503, 'The blog cannot be reached. Please try again later.\n');
        return;
      }
      res.set({ 'Cache-Control': PAGE_CACHE_CONTROL, 'Content-Type': contentType }).send(body);
    });

  answer('/robots.txt', 'text/plain; charset=utf-8', () => robotsTxt(config));
  const { indexNowKey: key } = config;
  if (key !== null) answer(keyPath(key), 'text/plain; charset=utf-8', () => key);
  answer('/.well-known/security.txt', 'text/plain; charset=utf-8', () => securityTxt(config));
  answer('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
    webManifest(config.company, colours),
  );
  answer('/sitemap.xml', 'application/xml; charset=utf-8', async () => {
    await patiently(Promise.all([library.catalogued(), library.list(1)]), library);
    return sitemapXml({
      siteUrl: config.siteUrl,
      pages: staticPaths,
      posts: library.indexed(),
      listPageCount: Math.ceil(library.known().length / BLOG_PAGE_SIZE),
    });
  });
  // An empty feed would tell readers that every post is gone, which an outage must not do.
  answer('/feed.xml', 'application/atom+xml; charset=utf-8', async () => {
    const posts = await patiently(newestPosts(), library);
    if (!posts || posts.length === 0) return null;
    return feedXml({ site: { url: config.siteUrl, company: config.company }, posts });
  });

  async function newestPosts(): Promise<Post[]> {
    const { result } = await library.list(1);
    if (result.state !== 'ready') return [];
    const lookups = await Promise.all(result.posts.map(({ slug }) => library.post(slug)));
    return lookups.flatMap(({ result }) => (result.state === 'ready' ? [result.post] : []));
  }

  return router;
}
