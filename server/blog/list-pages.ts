import type { ListExtras } from '../../shared/blog/reader.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import { type ListLookup, listLookup, MISSING, pageCountOf, UNAVAILABLE } from './lookup.ts';
import { firstTrue, type Manner, type Posts } from './posts.ts';

/** How many list pages stay in memory; others are put together from their posts. */
const PAGES_IN_MEMORY = 50;

interface CachedPage {
  lookup: ListLookup;
  /** Version of the posts that it was put together from. */
  version: number;
  /** When the service last confirmed all of it. */
  checkedAt: number;
}

/** What a list holds, as it is now. */
interface PostListing {
  /** Newest first. */
  entries: () => readonly Listed[];
  extras: (page: number) => ListExtras;
}

export type ListPages = ReturnType<typeof createListPages>;

/** Pages of a list: twenty posts each, newest first. */
export function createListPages(posts: Posts, { entries: listed, extras }: PostListing) {
  const { catalogue, cache } = posts;
  const pages = new Map<number, CachedPage>();

  const count = (): number => pageCountOf(listed().length);

  const entriesOf = (page: number): readonly Listed[] =>
    listed().slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE);

  /** The page, put together again when posts changed. */
  function current(page: number): CachedPage | undefined {
    const before = pages.get(page);
    return !catalogue.known || before?.version === posts.version() ? before : putTogether(page);
  }

  /** If a new post is not cached yet, the old page stays until it is. */
  function putTogether(page: number): CachedPage | undefined {
    const before = pages.get(page);
    const entries = entriesOf(page);
    const cached = entries.flatMap(({ slug }) => cache.get(slug) ?? []);
    if (page <= count() && cached.length < entries.length) {
      if (before) before.checkedAt = Number.NEGATIVE_INFINITY;
      return before;
    }
    pages.delete(page);
    if (page > count()) return undefined;
    const checkedAt = entries.some(posts.isOutdated)
      ? Number.NEGATIVE_INFINITY
      : Math.min(...cached.map((post) => post.checkedAt));
    const lookup = listLookup(
      cached.map(({ post }) => post),
      page,
      listed().length,
      extras(page),
    );
    const made = { lookup, version: posts.version(), checkedAt };
    pages.set(page, made);
    const [oldest] = pages.keys();
    if (pages.size > PAGES_IN_MEMORY) pages.delete(oldest as number);
    return made;
  }

  /**
   * Fetches what a page lacks, and what was last confirmed before `since`: by default everything. One
   * call does, if the list still matches the catalogue.
   */
  async function fill(
    page: number,
    { since = posts.now(), ...manner }: { since?: number } & Manner = {},
  ): Promise<void> {
    const lacks = (entry: Listed) =>
      !cache.has(entry.slug) || posts.isOutdated(entry) || cache.checkedAt(entry.slug) < since;
    for (let left = BLOG_PAGE_SIZE; left > 0; left -= 1) {
      const entry = entriesOf(page).find(lacks);
      if (!entry) break;
      if (!(await posts.fetchList(entry.position, manner))) return;
      // The list has changed since the catalogue was read.
      if (lacks(entry) && !(await posts.fetchPost(entry, manner))) return;
    }
    if (catalogue.known) putTogether(page);
  }

  return {
    count,
    fill,
    isOnFirst: (entry: Listed): boolean => entriesOf(1).includes(entry),
    /** Undefined when one of its posts is not cached. Renews what is stale in the background. */
    get(page: number): ListLookup | undefined {
      const cached = current(page);
      if (cached && posts.isOld(cached.checkedAt)) void fill(page, { inBackground: true });
      return cached?.lookup;
    },
    /** Fetches what is missing, including the catalogue. */
    async load(page: number): Promise<ListLookup> {
      const first = !catalogue.known && page === 1 ? posts.fetchList(0) : undefined;
      if (!(await posts.anyCatalogue())) return UNAVAILABLE;
      const isThere = () => current(page) !== undefined;
      const slugs = entriesOf(page).map(({ slug }) => slug);
      await posts.recallStored(slugs);
      await firstTrue(
        posts.recall(slugs).then(isThere),
        Promise.resolve(first)
          .then(() => fill(page, { since: Number.NEGATIVE_INFINITY }))
          .then(isThere),
      );
      return current(page)?.lookup ?? (page > count() ? MISSING : UNAVAILABLE);
    },
    /** Marks everything as stale. */
    expire(): void {
      for (const cached of pages.values()) cached.checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
