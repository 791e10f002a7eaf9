import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, type ContentPageResult, shownRoute } from '../blog/blog-client.ts';
import { readResult } from '../blog/Loading.tsx';
import { OWN_PAGE, PAGES } from '../pages.ts';
import { isCorePage, matchPathname, type Route } from '../routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout.tsx';
import { Lazy, OwnPageContext } from './lazy-page.tsx';
import { useSite } from './site-context.ts';

/** The site inside `<body>`: the layout around the page that the address names. */
export function App() {
  const { pathname } = useLocation();
  return (
    <Layout>
      <ErrorBoundary path={pathname}>
        <Suspense>
          <RoutedPage key={pathname} pathname={pathname} />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  );
}

function RoutedPage({ pathname }: { pathname: string }) {
  const blogClient = useContext(BlogContext);
  // Kept as state: the page does not change while it is shown.
  const [route] = useState(() => shownRoute(matchPathname(pathname), blogClient));
  const ownPage = useOwnPage(route);
  const { id, data } = route;
  return (
    <>
      <OwnPageContext value={ownPage ? OWN_PAGE : null}>
        <Lazy chunk={PAGES[id]} />
      </OwnPageContext>
      {data === 'none' ? <BlogCacheScript value={ownPage ? { contentPage: ownPage } : {}} /> : null}
    </>
  );
}

/** Returns the owner's words for a core page; null for a page that has none. */
function useOwnPage({ id }: Route): ContentPageResult | null {
  const blogClient = useContext(BlogContext);
  const { ownPages } = useSite();
  const [reading] = useState(() =>
    isCorePage(id) && ownPages?.includes(id) ? blogClient.contentPage(id) : null,
  );
  const result = reading && readResult(reading);
  return result?.state === 'ready' ? result : null;
}
