import { matchPath } from 'react-router-dom';
import type { PageId } from './head/metadata.ts';
import { type LazyPage, lazyPage } from './site/lazy-page.ts';

/**
 * One page of the site. The server's match, the browser's routes, the sitemap and the tests are all
 * derived from this table.
 */
export interface Route {
  id: PageId;
  /** React Router pattern. */
  path: string;
  page: LazyPage;
  /** Blog data that the page needs before it is complete. */
  data: 'none' | 'list' | 'post';
}

type PageModule = Parameters<typeof lazyPage>[1];

function route(id: PageId, path: string, load: PageModule, data: Route['data'] = 'none'): Route {
  return { id, path, data, page: lazyPage(id, load) };
}

export const ROUTES: readonly Route[] = [
  route('home', '/', () => import('./pages/Home.tsx')),
  route('about', '/about', () => import('./pages/About.tsx')),
  route('accident', '/accident', () => import('./pages/Accident.tsx')),
  route(
    'replacement-vehicles',
    '/replacement-vehicles',
    () => import('./pages/ReplacementVehicles.tsx'),
  ),
  route('credit-hire', '/credit-hire', () => import('./pages/CreditHire.tsx')),
  route('bodyshop-repairs', '/bodyshop-repairs', () => import('./pages/BodyshopRepairs.tsx')),
  route('blogs', '/blogs', () => import('./pages/Blogs.tsx'), 'list'),
  route('blogs', '/blogs/page/:page', () => import('./pages/Blogs.tsx'), 'list'),
  route('blog-post', '/blogs/:slug', () => import('./pages/BlogPost.tsx'), 'post'),
  route('contact', '/contact', () => import('./pages/Contact.tsx')),
  route('terms', '/terms', () => import('./pages/Terms.tsx')),
  route('complaints', '/complaints', () => import('./pages/Complaints.tsx')),
  route('privacy-policy', '/privacy-policy', () => import('./pages/PrivacyPolicy.tsx')),
];

export const NOT_FOUND_ROUTE: Route = route('not-found', '*', () => import('./pages/NotFound.tsx'));

/** Addresses that need no parameter: what the sitemap, the service worker and the tests walk. */
export const STATIC_PATHS = ROUTES.map((route) => route.path).filter((path) => !path.includes(':'));

/**
 * The page of an address and what its pattern captured. `page` is a whole number from 1, `slug` as
 * in the content service.
 */
export interface RouteMatch {
  route: Route;
  slug: string;
  page: number;
}

/** Later list pages are numbered from 2 without leading zeros: each has one address. */
const LIST_PAGE = /^(?:[2-9]|[1-9]\d{1,5})$/;

/**
 * A slug is one path segment that a person can type: letters, digits and `. _ ~ -` (RFC 3986
 * unreserved, letters of any script).
 */
export const SLUG = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._~-]{0,199}$/u;

/** Matches a decoded canonical path; what nothing matches is the not-found page. */
export function matchRoute(pathname: string): RouteMatch {
  for (const route of ROUTES) {
    const match = matchPath({ path: route.path, caseSensitive: true }, pathname);
    if (!match) continue;
    const { slug = '', page = '' } = match.params;
    if ((slug && !SLUG.test(slug)) || (page && !LIST_PAGE.test(page))) break;
    return { route, slug, page: page ? Number(page) : 1 };
  }
  return { route: NOT_FOUND_ROUTE, slug: '', page: 1 };
}

/** Matches a path as it stands in an address bar, which encodes it. */
export function matchAddress(pathname: string): RouteMatch {
  try {
    return matchRoute(decodeURI(pathname));
  } catch {
    return matchRoute(pathname); // malformed: matches nothing
  }
}
