import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { matchAddress } from '../addresses.ts';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { PAGES } from '../pages.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout.tsx';
import { Lazy } from './lazy-page.tsx';

/** The site inside `<body>`: the layout around the page that the address names. */
export function App() {
  const { pathname } = useLocation();
  const { route } = matchAddress(pathname);
  return (
    <Layout>
      <ErrorBoundary path={pathname}>
        <Suspense>
          <Lazy key={pathname} chunk={PAGES[route.id]} />
        </Suspense>
      </ErrorBoundary>
      {route.data === 'none' ? <BlogCacheScript value={{}} /> : null}
    </Layout>
  );
}
