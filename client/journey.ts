import { ignoreFailure } from '../shared/blog/browser-reader.ts';
import type { BlogReader } from '../shared/blog/reader.ts';
import { OfflineError } from '../shared/site/connection.ts';
import { LINK_SHOWN_LOADING_AFTER_MS, LINK_TIMEOUT_MS } from '../shared/site/constants.ts';
import { pageAt } from './page-at.ts';

interface Journey {
  /** Of the page, as the address bar will say it. */
  href: string;
  /** The address bar says it already: the visitor went back or forward. */
  arrived: boolean;
  show: () => void;
  blog: BlogReader;
}

let current: { href: string; end: AbortController } | undefined;

/** The visitor went elsewhere, or has arrived: nothing is waited for any more. */
export function endJourney(): void {
  current?.end.abort();
  current = undefined;
}

// The browser may bring a page back as it was left, waiting.
addEventListener('pageshow', endJourney);

/**
 * Shows a page as soon as its code is there; until then the old page stays, alive. Where code or
 * data are late the page says that it loads. Where they stall or fail it becomes a plain load: the
 * server's page needs neither. The page that was asked for last wins.
 */
export async function travel({ href, arrived, show, blog }: Journey): Promise<void> {
  if (current?.href === href) return; // an impatient second tap does not start the wait again
  endJourney();
  const end = new AbortController();
  const { signal } = end;
  current = { href, end };
  let there = arrived;
  const timers = [
    setTimeout(markLoading, LINK_SHOWN_LOADING_AFTER_MS),
    setTimeout(load, LINK_TIMEOUT_MS),
  ];
  signal.addEventListener('abort', () => {
    timers.forEach(clearTimeout);
    unmarkLoading();
  });

  function load() {
    timers.forEach(clearTimeout);
    markLoading();
    signal.addEventListener('abort', () => window.stop());
    if (there) location.reload();
    else location.assign(href);
  }

  const { pathname } = new URL(href, location.href);
  try {
    if (there) show();
    const data = blog.prefetch?.(pathname);
    ignoreFailure(data);
    await pageAt(pathname).preload();
    if (signal.aborted) return;
    if (!there) {
      there = true;
      show();
    }
    const result = await data;
    if (signal.aborted) return;
    if (result?.state === 'unavailable' && result.unanswered) load();
    else endJourney();
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof OfflineError) {
      if (!there) show(); // the page says so itself
      endJourney();
    } else {
      load();
      reportError(error);
    }
  }
}

const LOADING_ID = 'loading';

function markLoading(): void {
  if (document.getElementById(LOADING_ID)) return;
  const words = document.createElement('p');
  Object.assign(words, { id: LOADING_ID, className: LOADING_ID, role: 'status' });
  words.textContent = 'Loading…';
  document.body.append(words);
  document.getElementById('site-nav')?.hidePopover?.(); // it would lie above
  document.getElementById('main')?.setAttribute('aria-busy', 'true');
}

function unmarkLoading(): void {
  document.getElementById(LOADING_ID)?.remove();
  document.getElementById('main')?.removeAttribute('aria-busy');
}
