import { createContext } from 'react';
import type { ContentPage } from '../content-page.ts';
import { NOT_FOUND_ROUTE, type Route, type RouteMatch } from '../routes.ts';
import type { Post, PostSummary, PostTag } from './post.ts';

/**
 * The header with the URL of the script that understands this response of `/api/posts`. A page with
 * another script is from another build.
 */
export const BUILD_HEADER = 'Site-Script';

/**
 * One page of the blog list. `unavailable` is an outage of the content service: never to be shown
 * as "no posts".
 */
export type PostList =
  | ({ state: 'ready'; posts: PostSummary[]; page: number; pageCount: number } & ListExtras)
  | { state: 'missing' }
  | Unavailable;

export interface ListExtras {
  /** The tags of most posts on the first page, or the one tag of a tag's page. */
  tags?: PostTag[];
  /** Present when there are enough posts for a search. */
  search?: true;
}

/**
 * One post. `missing`: the service has none under this slug. `gone`: it had one, which was taken down.
 */
export type PostResult =
  | { state: 'ready'; post: Post; draft?: Draft }
  | { state: 'missing' }
  | { state: 'gone' }
  | Unavailable;

/** One page of the content service, like a post. */
export type ContentPageResult =
  | { state: 'ready'; contentPage: ContentPage; draft?: Draft }
  | { state: 'missing' }
  | { state: 'gone' }
  | Unavailable;

/** The source of a post or page that only its editors see. */
export interface Draft {
  /** The response of the preview API, with the entry as its only item. */
  answer: { items: unknown[]; includes: unknown };
  /** Ids of the entry's fields, or paths that begin with one, by what they hold. */
  fields: Readonly<Record<string, string>>;
  /** Issues of the entry: what readers will not see, or not as it is meant. */
  issues: string[];
}

interface Unavailable {
  state: 'unavailable';
  /** Present when the site could be reached, but this did not arrive. */
  unanswered?: true;
}

/**
 * The source of blog data for pages. The server fills one for each render; the browser's starts
 * from the serialized cache and fetches the rest. A promise makes the page wait in 'Loading...'; it
 * rejects only in a browser without a connection (OfflineError).
 */
export interface BlogClient {
  /** @param page 1 is `/blogs` */
  list(page: number): PostList | Promise<PostList>;
  post(slug: string): PostResult | Promise<PostResult>;
  contentPage(slug: string): ContentPageResult | Promise<ContentPageResult>;
  /** Fetches what the page of a path will need (browser only). */
  prefetch?(path: string): PageData | Promise<PageData> | undefined;
}

/** The content that a page needs of the service. */
export type PageData = PostList | PostResult | ContentPageResult;

/**
 * The content of `<script type="application/json" id="blog-cache">`: the data of its page and
 * nothing else. The page's URL says which page or post that is; a page that serves many URLs names
 * none.
 */
export interface BlogCache {
  list?: PostList;
  post?: PostResult;
  contentPage?: ContentPageResult;
}

/** The route of the page that is shown: where the content service has no page there is none. */
export function shownRoute(
  { route, slug }: RouteMatch,
  { contentPage }: Pick<BlogClient, 'contentPage'>,
): Route {
  if (route.data !== 'page') return route;
  const result = contentPage(slug);
  return 'state' in result && result.state === 'missing' ? NOT_FOUND_ROUTE : route;
}

export const BLOG_CACHE_ID = 'blog-cache';

export const BlogContext = createContext<BlogClient>({
  list: () => ({ state: 'unavailable' }),
  post: () => ({ state: 'unavailable' }),
  contentPage: () => ({ state: 'unavailable' }),
});
