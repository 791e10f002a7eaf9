import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { matchAddress } from '../shared/addresses.ts';
import { createBrowserReader } from '../shared/blog/browser-reader.ts';
import { BLOG_CACHE_ID, type BlogCache, shownRoute } from '../shared/blog/reader.ts';
import { PAGES } from '../shared/pages.ts';
import { App } from '../shared/site/App.tsx';
import { OfflineError } from '../shared/site/connection.ts';
import { Document } from '../shared/site/Document.tsx';
import { ErrorBoundary, FailedTwice } from '../shared/site/ErrorBoundary.tsx';
import { isForeignChange, loadAfterForeignChange } from '../shared/site/foreign-change.ts';
import { SITE_SCRIPT_ID, type Site } from '../shared/site/site-context.ts';
import { Journeys } from './Journeys.tsx';
import { keepVisitorWork } from './keep-visitor-work.ts';
import { askForImports, createLoadCode, type ImportsOfPages } from './load-code.ts';
import { loadStylesheet } from './load-stylesheet.ts';
import { NavigatedHead } from './NavigatedHead.tsx';
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
 * Hydrates the whole document. If the page's own script cannot be loaded, nothing is hydrated: the
 * page stays as the server made it and every link is a full page load.
 */
export async function hydrate(imports: ImportsOfPages): Promise<void> {
  const site = written<Site>(SITE_SCRIPT_ID);
  if (!site) return;
  if (site.vitalsSampleRate > 0) watchErrors();
  limitMarkup();
  const here = matchAddress(location.pathname);
  const ownScript = document.querySelector('script[type=module][src]')?.getAttribute('src');
  let isOtherBuild = false;
  const blog = createBrowserReader({
    // Without a page of the content service this is the not-found page.
    initial: { contentPage: { state: 'missing' }, ...here, ...written<BlogCache>(BLOG_CACHE_ID) },
    understands: (script) => {
      isOtherBuild ||= script !== ownScript;
      return !isOtherBuild;
    },
  });
  const loadCode = createLoadCode(imports);
  const { id } = shownRoute(here, blog);
  askForImports(imports[id]);
  // A page that is loaded again may have others beside it that the router shows at once.
  if (history.state) loadStylesheet().catch(() => {});
  await PAGES[id].preload();
  if (!('popover' in HTMLElement.prototype))
    import('./menu-without-popover.ts').then(({ menuWithoutPopover }) => menuWithoutPopover());
  const parts = { site, headWriter: NavigatedHead, blog, stylesheet: '' };
  keepVisitorWork();
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
          <BrowserRouter>
            <Journeys blog={blog} loadCode={loadCode} isOtherBuild={() => isOtherBuild}>
              <Document {...parts}>
                <App />
              </Document>
            </Journeys>
          </BrowserRouter>
        </ErrorBoundary>
      </StrictMode>,
      {
        onCaughtError: reportAndStyle,
        onRecoverableError: reportUnlessServerGaveUp,
        onUncaughtError: reportAndLoad,
      },
    );
  });
  prefetchOnIntent(blog, loadCode);
  if (site.serviceWorker) registerServiceWorker();
  // Not kept for offline use: there would be nobody to report to.
  if (Math.random() < site.vitalsSampleRate)
    import('./vitals.ts').then(({ reportVitals }) => reportVitals()).catch(() => {});
}

/**
 * What is shown in place of a page that failed is in no page's own stylesheet. A lost connection is
 * no fault of the page.
 */
function reportAndStyle(error: unknown): void {
  loadStylesheet().catch(() => {});
  if (!(error instanceof OfflineError)) reportError(error);
}

/** React could not even make the page anew, as when it begins with one that something has changed. */
function reportAndLoad(error: unknown): void {
  reportError(error);
  if (isForeignChange(error)) loadAfterForeignChange();
}

/** What nobody caught, and what React did: it hands all of its errors to `reportError`. */
function watchErrors(): void {
  const report = (event: ErrorEvent | PromiseRejectionEvent) =>
    import('./error-reports.ts').then(({ send }) => send(event)).catch(() => {});
  addEventListener('error', report);
  addEventListener('unhandledrejection', report);
}

/**
 * When the content service hangs, the server ends the page with 'Loading...' in place and the
 * browser asks again by itself. That is not an error. React's production build says it by number.
 */
const SERVER_GAVE_UP = 'error #419';

function reportUnlessServerGaveUp(error: unknown): void {
  if (!String(error).includes(SERVER_GAVE_UP)) reportError(error);
}
