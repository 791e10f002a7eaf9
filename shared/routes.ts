import { matchPath } from 'react-router-dom';
import { type LazyPage, lazyPage } from './lazy-page.ts';
import type { PageId } from './metadata.ts';

/** One page of the site. The server's match, the browser's routes, the sitemap and the tests are all derived from this table. */
export interface Route {
  id: PageId;
  /** React Router pattern. */
  path: string;
  page: LazyPage;
  /** Blog data that the page needs before it is complete. */
  data: 'none' | 'list' | 'post';
}

export const ROUTES: readonly Route[] = [
  { id: 'home', path: '/', data: 'none', page: lazyPage('home', () => import('./pages/Home.tsx')) },
  { id: 'about', path: '/about', data: 'none', page: lazyPage('about', () => import('./pages/About.tsx')) },
  { id: 'accident', path: '/accident', data: 'none', page: lazyPage('accident', () => import('./pages/Accident.tsx')) },
  {
    id: 'replacement-vehicles',
    path: '/replacement-vehicles',
    data: 'none',
    page: lazyPage('replacement-vehicles', () => import('./pages/ReplacementVehicles.tsx')),
  },
  { id: 'credit-hire', path: '/credit-hire', data: 'none', page: lazyPage('credit-hire', () => import('./pages/CreditHire.tsx')) },
  {
    id: 'bodyshop-repairs',
    path: '/bodyshop-repairs',
    data: 'none',
    page: lazyPage('bodyshop-repairs', () => import('./pages/BodyshopRepairs.tsx')),
  },
  { id: 'blogs', path: '/blogs', data: 'list', page: lazyPage('blogs', () => import('./pages/Blogs.tsx')) },
  { id: 'blogs', path: '/blogs/page/:page', data: 'list', page: lazyPage('blogs', () => import('./pages/Blogs.tsx')) },
  { id: 'blog-post', path: '/blogs/:slug', data: 'post', page: lazyPage('blog-post', () => import('./pages/BlogPost.tsx')) },
  { id: 'contact', path: '/contact', data: 'none', page: lazyPage('contact', () => import('./pages/Contact.tsx')) },
  { id: 'terms', path: '/terms', data: 'none', page: lazyPage('terms', () => import('./pages/Terms.tsx')) },
  { id: 'complaints', path: '/complaints', data: 'none', page: lazyPage('complaints', () => import('./pages/Complaints.tsx')) },
  {
    id: 'privacy-policy',
    path: '/privacy-policy',
    data: 'none',
    page: lazyPage('privacy-policy', () => import('./pages/PrivacyPolicy.tsx')),
  },
];

export const NOT_FOUND_ROUTE: Route = {
  id: 'not-found',
  path: '*',
  data: 'none',
  page: lazyPage('not-found', () => import('./pages/NotFound.tsx')),
};

/** Addresses that need no parameter: what the sitemap, the service worker and the tests walk. */
export const STATIC_PATHS = ROUTES.map((route) => route.path).filter((path) => !path.includes(':'));

/** The page of an address and what its pattern captured. `page` is a whole number from 1, `slug` as in the content service. */
export interface RouteMatch {
  route: Route;
  slug: string;
  page: number;
}

/** Later list pages are numbered from 2 without leading zeros: each has one address. */
const LIST_PAGE = /^(?:[2-9]|[1-9]\d{1,5})$/;

/** A slug is one path segment that a person can type: letters, digits and `. _ ~ -` (RFC 3986 unreserved, letters of any script). */
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
