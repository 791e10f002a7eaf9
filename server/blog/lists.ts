import type { Post, PostSummary } from '../../shared/blog/post.ts';
import type { ListExtras } from '../../shared/blog/reader.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import { type ListLookup, MISSING, pageCountOf, UNAVAILABLE, versionOf } from './lookup.ts';
import type { Manner, Posts } from './posts.ts';
import { linkOf } from './tags.ts';

/** How many pages of lists stay in memory; others are put together from their posts. */
const PAGES_IN_MEMORY = 100;
/** Shown above the list of all posts. */
const TAGS_OF_THE_LIST = 12;

interface CachedPage {
  lookup: ListLookup;
  /** Version of the posts that it was put together from. */
  version: number;
  /** When the service last confirmed all of it. */
  checkedAt: number;
}

export type Lists = ReturnType<typeof createLists>;

/** Pages of twenty posts, newest first: of all posts, or of a tag, which is named by its slug. */
export function createLists(posts: Posts) {
  const { catalogue, cache, tags } = posts;
  const pages = new Map<string, CachedPage>();

  const listed = (tag?: string): readonly Listed[] | undefined =>
    tag === undefined ? catalogue.shown : tags.pages().get(tag)?.posts;

  /** None for a tag without a page. */
  function count(tag?: string): number {
    const own = listed(tag);
    return own ? pageCountOf(own.length) : 0;
  }

  const entriesOf = (page: number, tag?: string): readonly Listed[] =>
    listed(tag)?.slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE) ?? [];

  function extrasOf(page: number, tag?: string): ListExtras {
    const all = tags.pages();
    const own = tag === undefined ? undefined : all.get(tag);
    if (own) return { tags: [linkOf(own)] };
    const most = [...all.values()].sort((one, other) => other.posts.length - one.posts.length);
    const shown = page === 1 ? most.slice(0, TAGS_OF_THE_LIST).map(linkOf) : [];
    return {
      ...(shown.length > 0 && { tags: shown }),
      ...(posts.isSearched() && { search: true }),
    };
  }

  /**
   * The page, put together again when posts changed, or `anew`. If a new post is not cached yet, the
   * old page stays until it is.
   */
  function current(page: number, tag?: string, anew = false): CachedPage | undefined {
    const key = `${page} ${tag ?? ''}`;
    const before = pages.get(key);
    const isCurrent = before?.version === posts.version() && !anew;
    if (!catalogue.known || isCurrent) return before;
    const isThere = page <= count(tag);
    const entries = entriesOf(page, tag);
    const cached = entries.flatMap(({ slug }) => cache.get(slug) ?? []);
    if (isThere && cached.length < entries.length) {
      if (before) before.checkedAt = Number.NEGATIVE_INFINITY;
      return before;
    }
    pages.delete(key);
    if (!isThere) return undefined;
    const summaries = cached.map(({ post }, at) =>
      summaryOf({ ...post, tags: tags.namesOf(entries[at] as Listed) }),
    );
    const result = {
      ...({ state: 'ready', posts: summaries, page, pageCount: count(tag) } as const),
      ...extrasOf(page, tag),
    };
    const made = {
      lookup: { result, version: versionOf(result) },
      version: posts.version(),
      checkedAt: entries.some(posts.isOutdated)
        ? Number.NEGATIVE_INFINITY
        : Math.min(...cached.map((post) => post.checkedAt)),
    };
    pages.set(key, made);
    const [oldest] = pages.keys();
    if (pages.size > PAGES_IN_MEMORY) pages.delete(oldest as string);
    return made;
  }

  /** Fetches what a page lacks, and what was last confirmed before `since`: by default everything. */
  async function fill(
    page: number,
    { tag, since = posts.now(), ...manner }: { tag?: string; since?: number } & Manner = {},
  ): Promise<void> {
    const lacks = (entry: Listed) =>
      !cache.has(entry.slug) || posts.isOutdated(entry) || cache.checkedAt(entry.slug) < since;
    // The catalogue may change meanwhile.
    for (let left = BLOG_PAGE_SIZE; left > 0; left -= 1) {
      const lacking = entriesOf(page, tag).filter(lacks);
      if (lacking.length === 0) break;
      if (!(await posts.fetchThese(lacking, lacks, manner))) return;
    }
    current(page, tag, true);
  }

  return {
    count,
    fill,
    isOnFirst: (entry: Listed): boolean => entriesOf(1).includes(entry),
    /** Undefined when one of its posts is not cached. Renews what is stale in the background. */
    get(page: number, tag?: string): ListLookup | undefined {
      posts.renewCatalogue();
      const cached = current(page, tag);
      if (cached && posts.isOld(cached.checkedAt)) void fill(page, { tag, inBackground: true });
      return cached?.lookup;
    },
    /** Fetches what is missing. */
    async load(page: number, tag?: string): Promise<ListLookup> {
      const isThere = () => current(page, tag) !== undefined;
      const slugs = entriesOf(page, tag).map(({ slug }) => slug);
      const fetchMissing = async () => {
        await fill(page, { tag, since: Number.NEGATIVE_INFINITY });
        return isThere();
      };
      await posts.bring(slugs, fetchMissing, isThere);
      return current(page, tag)?.lookup ?? (page > count(tag) ? MISSING : UNAVAILABLE);
    },
  };
}

/** What a card shows. */
export function summaryOf(post: Post): PostSummary {
  const { id, slug, title, publishedDate, excerpt, image, tags } = post;
  const drawnBy = image === null && tags?.length && { tags };
  return { id, slug, title, publishedDate, excerpt, image, ...drawnBy };
}
