import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { matchAddress } from '../shared/addresses.ts';
import { createBrowserReader } from '../shared/blog/browser-reader.ts';
import { BLOG_CACHE_ID, type BlogCache } from '../shared/blog/reader.ts';
import { App } from '../shared/site/App.tsx';
import { Document } from '../shared/site/Document.tsx';
import { ErrorBoundary, FailedTwice } from '../shared/site/ErrorBoundary.tsx';
import { SITE_SCRIPT_ID, type Site } from '../shared/site/site-context.ts';
import { FadingRouter } from './FadingRouter.tsx';
import { loadStylesheet } from './load-stylesheet.ts';
import { NavigatedHead } from './NavigatedHead.tsx';
import { leaveForOtherBuild } from './other-build.ts';
import { type ImportsOfPages, knowImports, pageAt } from './page-at.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { limitMarkup } from './trusted-types.ts';

/** Only the stylesheets name it. Imported so that the build counts it among a page's files. */
export { default as font } from '../shared/site/public-sans.woff2';

/** Data that the server wrote into the page. */
function written<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/**
 * Hydrates the whole document. If the page's own script or the stylesheet cannot be loaded, nothing
 * is hydrated: the page stays as the server made it and every link is a full page load.
 */
export async function hydrate(imports: ImportsOfPages): Promise<void> {
  knowImports(imports);
  const site = written<Site>(SITE_SCRIPT_ID);
  if (!site) return;
  if (site.vitalsSampleRate > 0) watchErrors();
  limitMarkup();
  const here = matchAddress(location.pathname);
  const blog = createBrowserReader({
    initial: () => ({ ...here, ...written<BlogCache>(BLOG_CACHE_ID) }),
    leftFor: leaveForOtherBuild,
  });
  await Promise.all([pageAt(location.pathname).preload(), loadStylesheet()]);
  if (!('popover' in HTMLElement.prototype))
    import('./menu-without-popover.ts').then(({ menuWithoutPopover }) => menuWithoutPopover());
  const parts = { site, headWriter: NavigatedHead, blog, stylesheet: '' };
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <ErrorBoundary
          path=""
          fallback={
            <Document {...parts}>
              <FailedTwice />
            </Document>
          }
        >
          <FadingRouter blog={blog}>
            <Document {...parts}>
              <App />
            </Document>
          </FadingRouter>
        </ErrorBoundary>
      </StrictMode>,
      { onCaughtError: reportError, onRecoverableError: reportUnlessServerGaveUp },
    );
  });
  prefetchOnIntent(blog);
  if (site.serviceWorker) registerServiceWorker();
  // Not kept for offline use: there would be nobody to report to.
  if (Math.random() < site.vitalsSampleRate)
    import('./vitals.ts').then(({ reportVitals }) => reportVitals()).catch(() => {});
}

/** What nobody caught, and what React did: it hands all of its errors to `reportError`. */
function watchErrors(): void {
  const tell = (event: ErrorEvent | PromiseRejectionEvent) =>
    import('./error-reports.ts').then(({ send }) => send(event)).catch(() => {});
  addEventListener('error', tell);
  addEventListener('unhandledrejection', tell);
}

/**
 * When the content service hangs, the server ends the page with 'Loading...' in place and the
 * browser asks again by itself. That is not an error. React says it by number, or in words where it
 * is built for development.
 */
const SERVER_GAVE_UP = /error #419|server could not finish this Suspense boundary/;

function reportUnlessServerGaveUp(error: unknown): void {
  if (!(error instanceof Error && SERVER_GAVE_UP.test(error.message))) reportError(error);
}
