import { serverPagePath } from '../../shared/blog/tag-routes.ts';
import {
  contentPagePath,
  listPath,
  postPath,
  type RouteMatch,
  STATIC_PATHS,
} from '../../shared/routes.ts';
import type { ReadyPage } from './load-page.ts';

/** Returns the path for which a page is rendered, and its cache key; null when it is not cached. */
export function cacheEntryFor(
  { match, status, retryAfterSeconds }: ReadyPage,
  requestPath: string,
): { renderPath: string; key: string | null } {
  const address = serverPagePath(match);
  if (status === 200) return { renderPath: address, key: address };
  switch (match.route.data) {
    case 'none': {
      const path = notFoundPath(requestPath);
      return { renderPath: path, key: path };
    }
    case 'tag':
      return { renderPath: address, key: null };
    case 'list':
    case 'post':
    case 'page':
      return {
        renderPath: notFoundBlogPath(match),
        key: notFoundBlogKey(match, status, retryAfterSeconds),
      };
  }
}

/**
 * All not-found pages are alike, except for the section that the navigation marks as current. Each
 * is cached under an address that no page of the site has.
 */
export function notFoundPath(path: string): string {
  const requestPath = path.toLowerCase();
  const section =
    STATIC_PATHS.find((page) => page !== '/' && requestPath.startsWith(`${page}/`)) ?? '';
  return `${section}/not/found`;
}

/**
 * All addresses of posts, of pages, and of pages of the list, at which nothing can be shown have one page. It
 * is rendered as if for this address; the browser reads its own.
 */
function notFoundBlogPath({ route, page }: RouteMatch): string {
  if (route.data === 'page') return contentPagePath('page');
  return route.data === 'post' ? postPath('post') : listPath(Math.min(page, 2));
}

/** Returns the cache key of such a page. */
export function notFoundBlogKey(
  match: RouteMatch,
  status: number,
  retryAfterSeconds?: number,
): string {
  return `${notFoundBlogPath(match)} ${status} ${retryAfterSeconds ?? ''}`;
}
