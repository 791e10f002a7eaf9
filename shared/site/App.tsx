import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { matchAddress } from '../addresses.ts';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { PAGES } from '../pages.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout.tsx';

/** The site inside `<body>`: the layout around the page that the address names. */
export function App() {
  const { pathname } = useLocation();
  const { route } = matchAddress(pathname);
  const { Component } = PAGES[route.id];
  return (
    <Layout>
      <ErrorBoundary path={pathname}>
        <Suspense>
          <Component key={pathname} />
        </Suspense>
      </ErrorBoundary>
      {route.data === 'none' ? <BlogCacheScript value={{}} /> : null}
    </Layout>
  );
}
