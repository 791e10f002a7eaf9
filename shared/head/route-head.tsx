import { type ComponentType, createContext, useContext, useEffect, useReducer } from 'react';
import { useLocation } from 'react-router-dom';
import { BlogContext, type PageData } from '../blog/blog-client.ts';
import { ERROR_TITLE_PREFIX, FormAnswerContext } from '../callback/form-result.ts';
import { isCorePage, matchPathname, type RouteMatch } from '../routes.ts';
import { useSite } from '../site/site-context.ts';
import type { HeadSource } from './head.ts';
import type { PageMetadata } from './metadata.ts';

/**
 * Writes the head of a page: the whole of it on the server, and in the browser what differs after a
 * navigation inside the site. Exactly one is rendered at a time, outside every boundary that may
 * still be pending. The browser fetches what makes a head only after it has taken over the page.
 */
export type HeadComponent = ComponentType<{ source: HeadSource }>;

export const HeadWriterContext = createContext<HeadComponent>(() => null);

/** The head of the page at the current address. */
export function RouteHead({ metadata }: { metadata: PageMetadata }) {
  const match = matchPathname(useLocation().pathname);
  const data = useBlogData(match);
  const formErrors = useContext(FormAnswerContext)?.errors ?? {};
  const own = Object.keys(formErrors).length > 0 ? asRefused : undefined;
  const HeadWriter = useContext(HeadWriterContext);
  return <HeadWriter source={{ metadata, match, data, own }} />;
}

const asRefused: HeadSource['own'] = ({ title }) => ({ title: ERROR_TITLE_PREFIX + title });

/**
 * Returns the blog data of the page as far as it has come. The head is written again when it comes.
 */
function useBlogData({ route, slug, page }: RouteMatch): PageData | undefined {
  const blogClient = useContext(BlogContext);
  const { ownPages } = useSite();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  let data: PageData | Promise<PageData> | undefined;
  if (route.data === 'list') data = blogClient.list(page);
  if (route.data === 'post') data = blogClient.post(slug);
  if (route.data === 'page') data = blogClient.contentPage(slug);
  if (isCorePage(route.id) && ownPages?.includes(route.id)) data = blogClient.contentPage(route.id);
  useEffect(() => {
    if (!(data instanceof Promise)) return;
    let isMounted = true;
    // Without a connection the page itself says so.
    data.then(
      () => isMounted && rerender(),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [data]);
  return data instanceof Promise ? undefined : data;
}

/** The head of a page that is shown in place of another. */
export function FallbackHead({ metadata }: { metadata: PageMetadata }) {
  const HeadWriter = useContext(HeadWriterContext);
  return <HeadWriter source={{ metadata }} />;
}
