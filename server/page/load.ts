import { NOT_FOUND_ROUTE, postPath, type RouteMatch } from '../../shared/addresses.ts';
import type { BlogCache, BlogReader, PostList, PostResult } from '../../shared/blog/reader.ts';
import { inTime, patiently } from '../blog/library/calls/patience.ts';
import type { BlogLibrary } from '../blog/library/library.ts';
import { type ListLookup, type PostLookup, UNAVAILABLE } from '../blog/library/lookup.ts';

/** A page with everything its status and rendering depend on. */
export interface ReadyPage {
  kind: 'ready';
  match: RouteMatch;
  status: 200 | 404 | 410 | 503;
  blog: BlogReader;
  /** Version of the content that is rendered, and of what would be rendered now. */
  version: string;
  current: () => string | null;
  retryAfterSeconds?: number;
}

/**
 * A page whose data is late: its shell goes out at once. `late` resolves to null when there turns
 * out to be nothing to show.
 */
export interface LatePage {
  kind: 'late';
  match: RouteMatch;
  late: Promise<BlogReader | null>;
}

interface MovedPage {
  kind: 'moved';
  location: string;
}

export type LoadedPage = ReadyPage | LatePage | MovedPage;

/** The page waits this long for the service, so that it can have its true status. */
const GRACE_MS = 10;

/** A page stays open no longer than the site itself waits for the service. */
export const LATE_MS = 15_000;

/** A promise of data that will not come. */
const never = new Promise<never>(() => {});

/** Decides the status of a page from its route and its data, before anything is rendered. */
export function createLoader(library: BlogLibrary) {
  return async function load(
    match: RouteMatch,
    visitor: 'person' | 'crawler',
  ): Promise<LoadedPage> {
    if (match.route.data === 'none') {
      const status = match.route === NOT_FOUND_ROUTE ? 404 : 200;
      return { kind: 'ready', match, status, blog: readerOf({}), version: '', current: () => '' };
    }
    const lookup =
      match.route.data === 'list' ? library.list(match.page) : library.post(match.slug);
    const found = await (visitor === 'person'
      ? inTime<ListLookup | PostLookup>(lookup, GRACE_MS)
      : patiently<ListLookup | PostLookup>(lookup, library));
    if (!found && visitor === 'person') return { kind: 'late', match, late: lateReader(lookup) };
    return ready(match, found ?? UNAVAILABLE, visitor);

    async function lateReader(late: typeof lookup): Promise<BlogReader | null> {
      const { result } = (await inTime<ListLookup | PostLookup>(late, LATE_MS)) ?? UNAVAILABLE;
      if (result.state === 'unavailable') return null;
      const shown = result.state === 'ready' ? result : ({ state: 'missing' } as const);
      return readerOf(cacheOf(match, shown));
    }
  };

  function ready(
    match: RouteMatch,
    { result, version }: ListLookup | PostLookup,
    visitor: 'person' | 'crawler',
  ): LoadedPage {
    const current =
      match.route.data === 'list'
        ? () => library.listVersion(match.page)
        : () => library.postVersion(match.slug);
    const page = (status: ReadyPage['status'], shown: PostList | PostResult): ReadyPage => {
      const retry = status === 503 ? { retryAfterSeconds: library.retryAfterSeconds() } : {};
      return {
        kind: 'ready',
        match,
        status,
        blog: readerOf(cacheOf(match, shown)),
        version,
        current,
        ...retry,
      };
    };
    switch (result.state) {
      case 'ready':
        return page(200, result);
      case 'missing':
        return page(404, result);
      case 'gone':
        return page(410, { state: 'missing' });
      case 'moved':
        return { kind: 'moved', location: postPath(result.slug) };
      case 'unavailable':
        // When the service hangs, a person keeps the page in 'Loading...' and the browser asks
        // again from there.
        if (visitor === 'person' && library.hanging())
          return { kind: 'late', match, late: Promise.resolve(null) };
        return page(503, result);
    }
  }
}

/** What the page's reader answers: the data of this page and no other. */
function cacheOf(match: RouteMatch, shown: PostList | PostResult): BlogCache {
  return match.route.data === 'list'
    ? { list: shown as PostList, page: match.page }
    : { post: shown as PostResult, slug: match.slug };
}

export function readerOf(cache: BlogCache): BlogReader {
  return {
    list: () => cache.list ?? { state: 'unavailable' },
    post: () => cache.post ?? { state: 'unavailable' },
  };
}

/** The reader of a late page: its promises settle when the data comes, and otherwise never. */
export function waitingReader(late: Promise<BlogReader | null>): BlogReader {
  const list = late.then((reader) => reader?.list(1) ?? never);
  const post = late.then((reader) => reader?.post('') ?? never);
  return { list: () => list, post: () => post };
}
