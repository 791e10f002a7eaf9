/** Signs that somebody is starting to use the page: more than a link or a form, which need no scripts. */
const FIRST_SIGNS = ['click', 'keydown', 'focusin'] as const;

/** A page that takes longer to load has come over a weak connection. */
const WEAK_AFTER_MS = 10_000;

/** How long to wait for an idle moment after the page has loaded. */
const LATEST_IDLE_MS = 2000;

/** Calls back once the page has loaded and the browser has nothing to do, or soon after. */
export function whenIdle(start: () => void): void {
  const idle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: LATEST_IDLE_MS });
    else setTimeout(start, 200); // Safari has no requestIdleCallback
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

/**
 * Calls back once the whole document is there, and the page has loaded and the browser is idle, or
 * somebody uses more than a link or a form. On a weak connection, where the next page would have
 * to share it, idle is not enough: the page must have been there as long again as it took. The
 * document must be whole because a page streamed around a slow content service goes on arriving.
 */
export function whenIdleOrUsed(start: () => void): void {
  let started = false;
  const begin = (sign?: Event) => {
    if (started || (sign?.target as Element | undefined)?.closest('a, form')) return;
    started = true;
    for (const sign of FIRST_SIGNS) removeEventListener(sign, begin, true);
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', start, { once: true });
    else start();
  };
  for (const sign of FIRST_SIGNS) addEventListener(sign, begin, { capture: true, passive: true });
  whenIdle(() => {
    const took = performance.now();
    setTimeout(begin, took > WEAK_AFTER_MS ? took : 0);
  });
}
