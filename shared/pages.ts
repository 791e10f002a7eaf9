import type { RouteId } from './addresses.ts';
import { type LazyPage, lazyPage } from './site/lazy-page.ts';

/** The code of every page that has an address. */
export const PAGES: { readonly [Id in RouteId]: LazyPage } = {
  home: lazyPage('home', () => import('./pages/Home.tsx')),
  about: lazyPage('about', () => import('./pages/About.tsx')),
  accident: lazyPage('accident', () => import('./pages/Accident.tsx')),
  'replacement-vehicles': lazyPage(
    'replacement-vehicles',
    () => import('./pages/ReplacementVehicles.tsx'),
  ),
  'credit-hire': lazyPage('credit-hire', () => import('./pages/CreditHire.tsx')),
  'bodyshop-repairs': lazyPage('bodyshop-repairs', () => import('./pages/BodyshopRepairs.tsx')),
  blogs: lazyPage('blogs', () => import('./pages/Blogs.tsx')),
  'blog-post': lazyPage('blog-post', () => import('./pages/BlogPost.tsx')),
  contact: lazyPage('contact', () => import('./pages/Contact.tsx')),
  terms: lazyPage('terms', () => import('./pages/Terms.tsx')),
  complaints: lazyPage('complaints', () => import('./pages/Complaints.tsx')),
  'privacy-policy': lazyPage('privacy-policy', () => import('./pages/PrivacyPolicy.tsx')),
  'not-found': lazyPage('not-found', () => import('./pages/NotFound.tsx')),
};

/** Fetches the code of every page; once it is there none of them suspends. */
export async function preloadPages(): Promise<void> {
  await Promise.all(Object.values(PAGES).map((page) => page.preload()));
}
