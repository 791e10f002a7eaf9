import type { RequestHandler } from 'express';
import { ICON_PATH, listPath, STATIC_PATHS } from '../../shared/routes.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Config } from '../config/config.ts';
import type { ContentKind } from '../config/content-kind.ts';
import { type Content, VISITOR_TIMEOUT_MS } from '../content/content.ts';
import type { Snapshot } from '../content/snapshot.ts';
import type { Assets, Icon } from '../http/assets.ts';
import type { Endpoint } from '../http/endpoints.ts';
import { PAGE_CACHE_CONTROL } from '../http/headers.ts';
import { replyText } from '../http/reply.ts';
import { withTimeout } from '../ops/async.ts';
import { FEED_LENGTH, feedXml } from './feed.ts';
import { robotsTxt } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemapXml } from './sitemap.ts';
import { PNG_ICONS, webManifest } from './web-manifest.ts';

/** URLs that browsers request as icons, although no page of a branded site names them. */
const DEFAULT_ICONS = [
  ICON_PATH,
  '/favicon.ico',
  '/apple-touch-icon.png',
  ...PNG_ICONS.map(({ src }) => src),
];

/** The policy of the owner's mark: nothing in it runs or loads where it is opened by itself. */
const MARK_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Creates the endpoints of files for machines, and of the icon of the owner's brand. */
export function seoEndpoints(deps: {
  config: Config;
  content: Content;
  contentKind: ContentKind;
  assets: Assets;
  /** Paths with nothing to index. */
  disallowedPaths: readonly string[];
}): Endpoint[] {
  const { config, contentKind, content, assets, disallowedPaths } = deps;
  const { icon } = assets;
  const generatedFile = (
    path: string,
    contentType: string,
    /** Returns null while the posts are unknown. */
    write: () => string | Promise<string | null>,
  ): Endpoint => {
    const send: RequestHandler = async (_request, response) => {
      const body = await write();
      if (body === null) {
        response.set('Retry-After', String(content.retryAfterSeconds()));
        replyText(response, 503, 'The blog cannot be reached. Please try again later.\n');
        return;
      }
      response.set('Content-Type', contentType);
      response.vary('Accept-Encoding').send(body); // a 304 too needs Vary
    };
    return { path, methods: ['GET'], cache: PAGE_CACHE_CONTROL, crawled: true, handlers: [send] };
  };

  /**
   * Loads all posts and pages; null until the content service has responded once, because no posts is
   * another thing.
   */
  async function loadAll(): Promise<Snapshot | null> {
    await withTimeout(content.whenLoaded(), VISITOR_TIMEOUT_MS);
    return content.isLoaded ? content.snapshot : null;
  }

  /** Serves the icon of the brand and none of the build's, which show another mark. */
  function brandIconEndpoints(icon: Icon): Endpoint[] {
    const missing: RequestHandler = (_request, response) => replyText(response, 404, 'Not Found\n');
    const others = DEFAULT_ICONS.filter((path) => path !== icon.path).map(
      (path): Endpoint => ({
        path,
        methods: ['GET'],
        cache: 'no-store',
        crawled: true,
        handlers: [missing],
      }),
    );
    const send: RequestHandler = (_request, response) => {
      response.set('Content-Security-Policy', MARK_POLICY).set('Content-Type', icon.contentType);
      response.vary('Accept-Encoding').send(icon.body);
    };
    const own = { path: icon.path, cache: PAGE_CACHE_CONTROL, crawled: true, handlers: [send] };
    return [{ ...own, methods: ['GET'] }, ...others];
  }

  const TEXT = 'text/plain; charset=utf-8';
  const { siteUrl } = config;
  return [
    ...(icon === null ? [] : brandIconEndpoints(icon)),
    generatedFile('/robots.txt', TEXT, () => robotsTxt(config, disallowedPaths)),
    generatedFile('/.well-known/security.txt', TEXT, () => securityTxt(config)),
    generatedFile('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
      webManifest(config, assets),
    ),
    generatedFile('/sitemap.xml', 'application/xml; charset=utf-8', async () => {
      const snapshot = await loadAll();
      if (!snapshot) return null;
      const { blog } = snapshot;
      const listPageCount = Math.ceil(blog.posts.length / BLOG_PAGE_SIZE);
      const own = STATIC_PATHS.filter((path) => path !== listPath() || contentKind !== 'none');
      const pages = [...own, ...blog.tagPaths()];
      return sitemapXml({
        siteUrl,
        pages,
        posts: blog.posts.filter(({ noindex }) => !noindex),
        contentPages: snapshot.indexedPages,
        listPageCount,
      });
    }),
    generatedFile('/feed.xml', 'application/atom+xml; charset=utf-8', async () => {
      const snapshot = await loadAll();
      if (!snapshot) return null;
      const newest = snapshot.blog.posts.slice(0, FEED_LENGTH);
      return feedXml({ site: { ...config, url: siteUrl }, posts: newest });
    }),
  ];
}
