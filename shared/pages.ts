import type { RouteId } from './routes.ts';
import { type LazyPage, lazyPage, lazySection, type PageModule } from './site/lazy-page.tsx';

/** The code of every page that has a path: its component and its metadata. */
const MODULES: { readonly [Id in RouteId]: () => Promise<PageModule<Id>> } = {
  home: () => import('./pages/Home.tsx'),
  about: () => import('./pages/About.tsx'),
  accident: () => import('./pages/Accident.tsx'),
  'replacement-vehicles': () => import('./pages/services/ReplacementVehicles.tsx'),
  'credit-hire': () => import('./pages/services/CreditHire.tsx'),
  'bodyshop-repairs': () => import('./pages/services/BodyshopRepairs.tsx'),
  blogs: () => import('./pages/Blogs.tsx'),
  'blog-post': () => import('./pages/BlogPost.tsx'),
  contact: () => import('./pages/Contact.tsx'),
  terms: () => import('./pages/legal/Terms.tsx'),
  complaints: () => import('./pages/legal/Complaints.tsx'),
  'privacy-policy': () => import('./pages/legal/PrivacyPolicy.tsx'),
  'content-page': () => import('./pages/ContentPage.tsx'),
  'not-found': () => import('./pages/NotFound.tsx'),
};

export const PAGES = Object.fromEntries(
  Object.entries(MODULES).map(([id, load]) => [id, lazyPage(id, load)]),
) as { readonly [Id in RouteId]: LazyPage };

/** The code of a core page in the owner's words. */
export const OWN_PAGE = lazySection('own-page', async () => {
  const { OwnPage } = await import('./core-pages/OwnPage.tsx');
  return OwnPage;
});

/** Fetches the code of every page; once it is there none of them suspends. */
export async function preloadPages(): Promise<void> {
  await Promise.all([
    OWN_PAGE.preload(),
    ...Object.values(PAGES).map((page) => page.preloadWhole()),
  ]);
}
