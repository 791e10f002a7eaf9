import { Suspense, useContext, useEffect, useReducer } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { matchAddress, type RouteMatch } from '../addresses.ts';
import { BlogCacheScript } from '../blog/BlogCacheScript.tsx';
import { BlogContext, type PostList, type PostResult } from '../blog/reader.ts';
import { headOf } from '../head/head.ts';
import { NavigationEffects } from '../navigation/NavigationEffects.tsx';
import { PAGES } from '../pages.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Layout } from './Layout.tsx';
import { useSite } from './site-context.ts';

/** The site inside `<body>`: the layout around the page that the address names. */
export function App() {
  const { pathname } = useLocation();
  const match = matchAddress(pathname);
  const { Component } = PAGES[match.route.id];
  const head = headOf(match, useSite(), useBlogData(match));
  return (
    <Layout head={head}>
      <ErrorBoundary path={pathname}>
        <Suspense>
          <Routes>
            <Route path={match.route.path} element={<Component key={pathname} />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      {match.route.data === 'none' ? <BlogCacheScript value={{}} /> : null}
      <NavigationEffects />
    </Layout>
  );
}

/** Blog data of the page as far as it is there; the head is written again when it comes. */
function useBlogData({ route, slug, page }: RouteMatch): PostList | PostResult | undefined {
  const reader = useContext(BlogContext);
  const [, headAgain] = useReducer((count: number) => count + 1, 0);
  const data =
    route.data === 'list'
      ? reader.list(page)
      : route.data === 'post'
        ? reader.post(slug)
        : undefined;
  useEffect(() => {
    if (!(data instanceof Promise)) return;
    let here = true;
    data.then(() => here && headAgain());
    return () => {
      here = false;
    };
  }, [data]);
  return data instanceof Promise ? undefined : data;
}
