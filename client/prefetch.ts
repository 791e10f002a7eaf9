import { matchAddress } from '../shared/addresses.ts';
import type { BlogReader } from '../shared/blog/reader.ts';
import { PAGES } from '../shared/pages.ts';

/**
 * Fetches the code and the data of a page, once, when somebody points at, touches or focuses a link
 * to it. Fetches nothing for a visitor who asked for less traffic.
 */
export function prefetchOnIntent(blog: BlogReader): void {
  const prefetch = ({ target }: Event) => {
    if (savesData()) return;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
    // A failure here does not matter: following the link tries again and reports it.
    PAGES[matchAddress(link.pathname).route.id].preloadWhole().catch(() => {});
    blog.prefetch?.(link.pathname);
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin'] as const)
    addEventListener(intent, prefetch, { capture: true, passive: true });
}

/** Save-Data, as Chromium tells scripts, or the media feature of Media Queries 5. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
