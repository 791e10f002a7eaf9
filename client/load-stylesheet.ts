import { loadChunk } from '../shared/site/lazy-page.tsx';

/** Address of the stylesheet with the rules of all pages; the build writes it in. */
declare const STYLESHEET: string;

let loading: Promise<void> | undefined;

/**
 * A page carries its own rules. This fetches those of all pages, once, before the first other page
 * is shown. What has failed is tried again.
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
