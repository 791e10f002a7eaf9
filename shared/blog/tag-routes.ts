import { matchRoute, pagePath, type Route, type RouteMatch } from '../routes.ts';

/**
 * The route of a tag, which only the server knows: the browser loads pages of tags in full, and
 * needs no code for them.
 */
const TAG_ROUTE: Route = { id: 'blogs', path: '/blogs/tags/:slug', data: 'tag' };
const TAG_PATH = /^\/blogs\/tags\/([\p{L}\p{M}\p{N}-]{1,100})(?:\/page\/([2-9]|[1-9]\d{1,5}))?$/u;

/**
 * Returns the path of a tag's posts.
 * @param page from 1
 */
export function tagPath(slug: string, page = 1): string {
  const first = `/blogs/tags/${encodeURIComponent(slug)}`;
  return page === 1 ? first : `${first}/page/${page}`;
}

/** Matches a decoded canonical path, like `matchRoute`, with the pages of tags. */
export function matchServerRoute(path: string): RouteMatch {
  const [, slug, page = '1'] = TAG_PATH.exec(path) ?? [];
  return slug ? { route: TAG_ROUTE, slug, page: Number(page) } : matchRoute(path);
}

/** Returns the one path of a page, like `pagePath`, of a tag's too. */
export function serverPagePath(match: RouteMatch): string {
  return match.route === TAG_ROUTE ? tagPath(match.slug, match.page) : pagePath(match);
}
