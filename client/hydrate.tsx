import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { BLOG_CACHE_ID, type BlogCache, shownRoute } from '../shared/blog/blog-client.ts';
import { createBrowserBlogClient } from '../shared/blog/browser-blog-client.ts';
import { rememberVisitSource } from '../shared/callback/visit-source.ts';
import { PAGES } from '../shared/pages.ts';
import { isCorePage, matchPathname } from '../shared/routes.ts';
import { App } from '../shared/site/App.tsx';
import { attempt } from '../shared/site/attempt.ts';
import { OfflineError } from '../shared/site/connection.ts';
import { Document } from '../shared/site/Document.tsx';
import { ErrorBoundary, LastResortError } from '../shared/site/ErrorBoundary.tsx';
import { isForeignChange, loadAfterForeignChange } from '../shared/site/foreign-change.ts';
import { SITE_SCRIPT_ID, type Site } from '../shared/site/site-context.ts';
import { ClientHead } from './ClientHead.tsx';
import { keepVisitorWork } from './keep-visitor-work.ts';
import { askForImports, createLoadCode, type ImportsOfPages } from './load-code.ts';
import { loadStylesheet } from './load-stylesheet.ts';
import { NavigationProvider } from './NavigationProvider.tsx';
import { prefetchOnIntent } from './prefetch.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { installTrustedTypes } from './trusted-types.ts';

/** Only the stylesheets name it. Imported so that the build counts it among a page's files. */
export { default as font } from '../shared/site/public-sans.woff2';

/** Data that the server wrote into the page. */
function readJsonScript<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}

/**
 * Hydrates the whole document. If the page's own script cannot be loaded, nothing is hydrated: the
 * page stays as the server made it and every link is a full page load. A section with code of its
 * own, such as the form of Home, works as plain HTML until React has the rest of the page, and asks
 * for that code only then.
 */
export async function hydrate(imports: ImportsOfPages): Promise<void> {
  const site = readJsonScript<Site>(SITE_SCRIPT_ID);
  if (!site) return;
  if (site.vitalsSampleRate > 0) reportUncaughtErrors();
  installTrustedTypes();
  rememberVisitSource(location.search);
  const here = matchPathname(location.pathname);
  const ownScript = document.querySelector('script[type=module][src]')?.getAttribute('src');
  let isOtherBuild = false;
  const blog = createBrowserBlogClient({
    // Without a page of the content service this is the not-found page.
    initial: {
      contentPage: { state: 'missing' },
      ...here,
      slug: isCorePage(here.route.id) ? here.route.id : here.slug,
      ...readJsonScript<BlogCache>(BLOG_CACHE_ID),
    },
    isSameBuild: (script) => {
      isOtherBuild ||= script !== ownScript;
      return !isOtherBuild;
    },
  });
  const loadCode = createLoadCode(imports);
  const { id } = shownRoute(here, blog);
  askForImports(imports[id]?.page);
  // A page that is loaded again may have others beside it that the router shows at once.
  if (history.state) loadStylesheet().catch(() => {});
  await PAGES[id].preload();
  if (!('popover' in HTMLElement.prototype))
    import('./menu-fallback.ts').then(({ menuWithoutPopover }) => menuWithoutPopover());
  const parts = { site, headWriter: ClientHead, blog, stylesheet: '' };
  attempt(keepVisitorWork);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <ErrorBoundary
          path=""
          fallback={
            <Document {...parts}>
              <LastResortError />
            </Document>
          }
        >
          <BrowserRouter>
            <NavigationProvider blog={blog} loadCode={loadCode} isOtherBuild={() => isOtherBuild}>
              <Document {...parts}>
                <App />
              </Document>
            </NavigationProvider>
          </BrowserRouter>
        </ErrorBoundary>
      </StrictMode>,
      {
        onCaughtError: reportAndStyle,
        onRecoverableError: reportRecoverableError,
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
 * Reports an error and loads the site-wide stylesheet: no page's own one has the styles of the
 * error page. A lost connection is no fault of the page.
 */
function reportAndStyle(error: unknown): void {
  loadStylesheet().catch(() => {});
  if (!(error instanceof OfflineError)) reportError(error);
}

/**
 * Loads the page again when React could not even render it anew, as after a change by an extension.
 */
function reportAndLoad(error: unknown): void {
  reportError(error);
  if (isForeignChange(error)) loadAfterForeignChange();
}

/**
 * Reports uncaught errors, and those that React passes to `reportError`. Called again, where the
 * hydration is started again, it adds nothing.
 */
function reportUncaughtErrors(): void {
  addEventListener('error', report);
  addEventListener('unhandledrejection', report);
}

function report(event: ErrorEvent | PromiseRejectionEvent): void {
  import('./error-reports.ts')
    .then(({ sendErrorReport }) => sendErrorReport(event))
    .catch(() => {});
}

/**
 * React's number for a render that the server aborted. While the content service hangs, the server
 * ends the page with 'Loading...' in place, and the browser fetches again. That is not an error.
 */
const REACT_SERVER_ABORTED = 'error #419';

function reportRecoverableError(error: unknown): void {
  if (!String(error).includes(REACT_SERVER_ABORTED)) reportError(error);
}
