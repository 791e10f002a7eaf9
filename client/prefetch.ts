import type { BlogClient } from '../shared/blog/blog-client.ts';
import { ignoreRejection } from '../shared/blog/browser-blog-client.ts';
import { attempt } from '../shared/site/attempt.ts';
import type { LoadPageCode } from './load-code.ts';

/**
 * Fetches the code and the data of a page, once, when somebody points at, touches or focuses a link
 * to it, or opens what holds one: the menu, or a question. Fetches nothing for a visitor who asked
 * for less traffic.
 */
export function prefetchOnIntent(blog: BlogClient, loadCode: LoadPageCode): void {
  const prefetch = (event: Event) => {
    if (prefersReducedData()) return;
    for (const link of linksIn(event)) {
      if (link.origin !== location.origin || link.pathname === location.pathname) continue;
      // A failure here does not matter: following the link tries again and reports it.
      loadCode(link.pathname, { whole: true }).catch(() => {});
      ignoreRejection(blog.prefetch?.(link.pathname));
    }
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin', 'toggle'] as const)
    addEventListener(intent, prefetch, { capture: true, passive: true });
}

function linksIn({ target, newState }: Partial<ToggleEvent>): Iterable<HTMLAnchorElement> {
  if (!(target instanceof Element)) return [];
  if (newState === 'open') return target.querySelectorAll('a');
  const link = target.closest('a');
  return link ? [link] : [];
}

/** Returns the Save-Data setting, which only Chromium exposes to scripts. */
function prefersReducedData(): boolean {
  return (
    attempt(
      () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true,
    ) ?? false
  );
}
