import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  listPath,
  NOT_FOUND_ROUTE,
  postPath,
  type RouteMatch,
  STATIC_PATHS,
} from '../../shared/addresses.ts';
import type { BlogService } from '../blog/blog-service.ts';
import type { Addresses } from '../http/endpoints.ts';
import type { Target } from '../http/gate.ts';
import type { Hit } from '../http/ready-answer.ts';
import type { PageCache } from './page-cache.ts';

/**
 * Answers requests for missing pages and posts from memory, as pages are. Through Express each would
 * cost three times as much, and whoever asks for pages that do not exist asks for many.
 */
export function createMissingPage(parts: {
  isTaken: Addresses['isTaken'];
  cache: PageCache;
  blog: Pick<BlogService, 'post'>;
}) {
  const { isTaken, cache, blog } = parts;
  return function answerMissing(
    { path, match }: Target,
    request: IncomingMessage,
    response: ServerResponse,
  ): Hit | null {
    if (request.method === 'POST') return null;
    if (match.route.data === 'post') {
      const found = blog.post(match.slug);
      const isMissing = 'result' in found && found.result.state === 'missing';
      return isMissing ? cache.answer(request, response, missingKey(match, 404)) : null;
    }
    if (match.route !== NOT_FOUND_ROUTE || isTaken(path)) return null;
    return cache.answer(request, response, notFoundPath(path));
  };
}

/**
 * All not-found pages are alike, except for the section that the navigation marks as current. Each
 * is cached under an address that no page of the site has.
 */
export function notFoundPath(path: string): string {
  const asked = path.toLowerCase();
  const part = STATIC_PATHS.find((page) => page !== '/' && asked.startsWith(`${page}/`)) ?? '';
  return `${part}/not/found`;
}

/**
 * All addresses of posts, and of pages of the list, at which nothing can be shown have one page. It
 * is rendered as if for this address; the browser reads its own.
 */
export function missingPath({ route, page }: RouteMatch): string {
  return route.data === 'post' ? postPath('post') : listPath(Math.min(page, 2));
}

/** What such a page is cached under. */
export function missingKey(match: RouteMatch, status: number, retryAfterSeconds?: number): string {
  return `${missingPath(match)} ${status} ${retryAfterSeconds ?? ''}`;
}
