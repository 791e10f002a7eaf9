import { type ComponentType, createContext, useContext, useEffect, useReducer } from 'react';
import { useLocation } from 'react-router-dom';
import { matchAddress, type RouteMatch } from '../addresses.ts';
import { BlogContext, type PageData } from '../blog/reader.ts';
import { ERROR_TITLE, FormAnswerContext } from '../callback/callback.ts';
import { useSite } from '../site/site-context.ts';
import { type Head, headOf, plainHead } from './head.ts';
import type { PageMetadata } from './metadata.ts';

/**
 * Writes the head of a page: the whole of it on the server, and in the browser what differs after a
 * navigation inside the site. Exactly one is rendered at a time, outside every boundary that may
 * still be pending.
 */
export type HeadWriter = ComponentType<{ head: Head }>;

export const HeadWriterContext = createContext<HeadWriter>(() => null);

/** The head of the page at the current address. */
export function HeadOfRoute({ metadata }: { metadata: PageMetadata }) {
  const match = matchAddress(useLocation().pathname);
  const data = useBlogData(match);
  const head = headOf(metadata, match, useSite(), data);
  const refused = useContext(FormAnswerContext)?.errors ?? {};
  if (Object.keys(refused).length > 0) head.title = ERROR_TITLE + head.title;
  const HeadWriter = useContext(HeadWriterContext);
  return <HeadWriter head={head} />;
}

/** Blog data of the page as far as it is there; the head is written again when it comes. */
function useBlogData({ route, slug, page }: RouteMatch): PageData | undefined {
  const reader = useContext(BlogContext);
  const [, headAgain] = useReducer((count: number) => count + 1, 0);
  let data: PageData | Promise<PageData> | undefined;
  if (route.data === 'list') data = reader.list(page);
  if (route.data === 'post') data = reader.post(slug);
  if (route.data === 'page') data = reader.contentPage(slug);
  useEffect(() => {
    if (!(data instanceof Promise)) return;
    let here = true;
    // Without a connection the page itself says so.
    data.then(
      () => here && headAgain(),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [data]);
  return data instanceof Promise ? undefined : data;
}

/** The head of a page that is shown in place of another. */
export function HeadOfStandIn({ metadata }: { metadata: PageMetadata }) {
  const HeadWriter = useContext(HeadWriterContext);
  return <HeadWriter head={plainHead(metadata, useSite())} />;
}
