import { loadChunk } from '../shared/site/lazy-page.tsx';

/** Address of the stylesheet with the rules of all pages; the build writes it in. */
declare const STYLESHEET: string;

let loading: Promise<void> | undefined;

/**
 * Fetches the rules of all pages once, before the first other page is shown: a page carries only
 * its own. A failed fetch is retried at the next call.
 * @throws like `loadChunk`
 */
export function loadStylesheet(): Promise<void> {
  loading ??= loadChunk('site.css', addStylesheet).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addStylesheet(): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = STYLESHEET;
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.append(link);
  });
}
