import { Suspense, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, shownRoute } from '../blog/blog-client.ts';
import { PAGES } from '../pages.ts';
import { matchPathname } from '../routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout.tsx';
import { Lazy } from './lazy-page.tsx';

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
  const [{ id, data }] = useState(() => shownRoute(matchPathname(pathname), blogClient));
  return (
    <>
      <Lazy chunk={PAGES[id]} />
      {data === 'none' ? <BlogCacheScript value={{}} /> : null}
    </>
  );
}
