import { matchPath } from 'react-router-dom';

/**
 * Every address of the site. The server's match, the browser's routes, the sitemap and the tests
 * are all derived from this table; shared/pages.ts has the code of each page. An id is the name of
 * the page's file in kebab case.
 */
export const ROUTES = [
  { id: 'home', path: '/', data: 'none' },
  { id: 'about', path: '/about', data: 'none' },
  { id: 'accident', path: '/accident', data: 'none' },
  { id: 'replacement-vehicles', path: '/replacement-vehicles', data: 'none' },
  { id: 'credit-hire', path: '/credit-hire', data: 'none' },
  { id: 'bodyshop-repairs', path: '/bodyshop-repairs', data: 'none' },
  { id: 'blogs', path: '/blogs', data: 'list' },
  { id: 'blogs', path: '/blogs/page/:page', data: 'list' },
  { id: 'blog-post', path: '/blogs/:slug', data: 'post' },
  { id: 'contact', path: '/contact', data: 'none' },
  { id: 'terms', path: '/terms', data: 'none' },
  { id: 'complaints', path: '/complaints', data: 'none' },
  { id: 'privacy-policy', path: '/privacy-policy', data: 'none' },
  // Pages that editors publish, at addresses that nothing above has.
  { id: 'content-page', path: '/:slug', data: 'page' },
] as const;

/** Pages whose words an owner may replace, by a page of the content with this slug. */
export const CORE_PAGES = [
  'about',
  'replacement-vehicles',
  'credit-hire',
  'bodyshop-repairs',
  'terms',
  'complaints',
  'privacy-policy',
] as const satisfies readonly (typeof ROUTES)[number]['id'][];
export type CorePageId = (typeof CORE_PAGES)[number];

export const isCorePage = (id: string): id is CorePageId =>
  (CORE_PAGES as readonly string[]).includes(id);

/** Every other address. */
export const NOT_FOUND_ROUTE = { id: 'not-found', path: '*', data: 'none' } as const;

/** Pages that the router shows. */
export type RouteId = (typeof ROUTES)[number]['id'] | typeof NOT_FOUND_ROUTE.id;

/** Pages that are shown in place of another and have no path of their own. */
type FallbackPageId = 'offline' | 'unexpected-error';

/** Every page that the site can show. */
export type PageId = RouteId | FallbackPageId;

export interface Route {
  id: RouteId;
  /** React Router pattern. */
  path: string;
  /** Content that the page needs before it is complete. */
  data: 'none' | 'list' | 'post' | 'page' | 'tag';
}

/** The site's icon: the build's, or the owner's mark. */
export const ICON_PATH = '/favicon.svg';

/** Paths that need no parameter: the sitemap, the service worker and the tests walk them. */
export const STATIC_PATHS = ROUTES.map(({ path }) => path).filter((path) => !path.includes(':'));

/**
 * The page of an address and what its pattern captured. `page` numbers the pages of the blog list
 * from 1, `slug` is as in the content service.
 */
export interface RouteMatch {
  route: Route;
  slug: string;
  page: number;
}

/** A later list page, numbered from 2 without leading zeros: each has one path. */
const LIST_PAGE = /^(?:[2-9]|[1-9]\d{1,5})$/;

/**
 * A slug is one path segment that a person can type: letters, digits and `. _ ~ -` (RFC 3986
 * unreserved, letters of any script).
 */
export const SLUG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._~-]{0,199}$/u;

/** A slug of a page of the content service. */
export const PAGE_SLUG = /^[a-z0-9-]{1,200}$/;

const CONTENT_PAGE_ROUTE = ROUTES.find(({ data }) => data === 'page') as Route;

const STATIC_ROUTES = new Map<string, Route>(ROUTES.map((route) => [route.path, route]));
/**
 * Routes with a parameter, and the text before it: React Router compiles a pattern at each match.
 */
const DYNAMIC_ROUTES = ROUTES.filter(({ data }) => data === 'list' || data === 'post').map(
  (route) => ({
    route,
    prefix: route.path.slice(0, route.path.indexOf(':')),
  }),
);

/** Matches a decoded canonical path. A path without a match is the not-found page. */
export function matchRoute(pathname: string): RouteMatch {
  const fixed = STATIC_ROUTES.get(pathname);
  if (fixed) return { route: fixed, slug: '', page: 1 };
  for (const { route, prefix } of DYNAMIC_ROUTES) {
    if (!pathname.startsWith(prefix)) continue;
    const match = matchPath({ path: route.path as string, caseSensitive: true }, pathname);
    if (!match) continue;
    const { slug = '', page = '' } = match.params;
    if ((slug && !SLUG.test(slug)) || (page && !LIST_PAGE.test(page))) break;
    return { route, slug, page: page ? Number(page) : 1 };
  }
  const slug = pathname.slice(1);
  if (PAGE_SLUG.test(slug)) return { route: CONTENT_PAGE_ROUTE, slug, page: 1 };
  return { route: NOT_FOUND_ROUTE, slug: '', page: 1 };
}

/** Matches a path as it stands in an address bar, which encodes it. */
export function matchPathname(pathname: string): RouteMatch {
  try {
    return matchRoute(decodeURI(pathname));
  } catch {
    return matchRoute(pathname); // malformed: matches nothing
  }
}

/** Returns the percent-decoded text, or the text itself if it is malformed. */
export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the path of a post. */
export function postPath(slug: string): string {
  return `/blogs/${encodeURIComponent(slug)}`;
}

/** The address of a page of the content service. */
export function contentPagePath(slug: string): string {
  return `/${slug}`;
}

/** The address of a page of the blog list. @param page from 1 */
export function listPath(page = 1): string {
  return page === 1 ? '/blogs' : `/blogs/page/${page}`;
}

/** Returns the paths of the whole blog list. */
export function listPaths(pageCount: number): string[] {
  return Array.from({ length: Math.max(1, pageCount) }, (_, index) => listPath(index + 1));
}

/**
 * Returns the one path of a page, for links, canonical tags and the sitemap. The not-found page has
 * none and gives `*`.
 */
export function pagePath({ route, slug, page }: RouteMatch): string {
  if (route.data === 'post') return postPath(slug);
  if (route.data === 'page') return contentPagePath(slug);
  return route.data === 'list' ? listPath(page) : route.path;
}

/**
 * Returns the canonical spelling of a decoded path: one slash between parts, none at the end, fixed
 * parts in lower case; a slug keeps its case. `/blogs/page/1` is `/blogs`.
 */
export function canonicalPath(path: string): string {
  const parts = path.split('/').filter(Boolean);
  const slug = parts.length === 2 && parts[0]?.toLowerCase() === 'blogs';
  const fixed = parts.map((part, index) => (slug && index === 1 ? part : part.toLowerCase()));
  const joined = `/${fixed.join('/')}`;
  return joined === '/blogs/page/1' ? listPath() : joined;
}
