import { createListPages, type ListPages } from './list-pages.ts';
import type { Posts } from './posts.ts';
import { linkOf, type Tag } from './tags.ts';

/** Shown above the list. */
const TAGS_OF_THE_LIST = 12;
/** How many tags' lists stay in memory; others are put together from their posts. */
const LISTS_IN_MEMORY = 50;

/** The list of all posts. */
export function createMainList(posts: Posts): ListPages {
  const { catalogue, tags } = posts;
  return createListPages(posts, {
    entries: () => catalogue.shown,
    extras(page) {
      const most = tags.withPage().toSorted(byPosts);
      const shown = page === 1 ? most.slice(0, TAGS_OF_THE_LIST).map(linkOf) : [];
      return {
        ...(shown.length > 0 && { tags: shown }),
        ...(posts.isSearched() && { search: true }),
      };
    },
  });
}

/** The lists of the tags that have pages. */
export function createTagLists(posts: Posts) {
  const lists = new Map<string, ListPages>();
  return {
    /** Undefined for a tag without a page. */
    get(slug: string): ListPages | undefined {
      const tagNow = () => posts.tags.page(slug);
      const known = lists.get(slug);
      lists.delete(slug);
      if (!tagNow()) return undefined;
      const list =
        known ??
        createListPages(posts, {
          entries: () => tagNow()?.posts ?? [],
          extras: () => ({ tags: [tagNow() ?? []].flat().map(linkOf) }),
        });
      lists.set(slug, list);
      const [oldest] = lists.keys();
      if (lists.size > LISTS_IN_MEMORY) lists.delete(oldest as string);
      return list;
    },
    /** Marks everything as stale. */
    expire: (): void => lists.clear(),
  };
}

const byPosts = (one: Tag, other: Tag) => other.posts.length - one.posts.length;
