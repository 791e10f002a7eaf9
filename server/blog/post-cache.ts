import { type FetchedPost, revisionKey } from './contentful/source.ts';
import type { LastCopy } from './last-copy.ts';
import { type PostLookup, versionOf } from './lookup.ts';

/**
 * How many posts stay in memory, the most recently read ones. The last copy has every post ever
 * fetched.
 */
const POSTS_IN_MEMORY = 500;

export interface CachedPost extends FetchedPost {
  /** Version of the post as it was fetched. */
  version: string;
  /** The post as shown, once somebody has asked for it, and the catalogue's version at that time. */
  lookup?: PostLookup;
  catalogueVersion?: number;
  /** Revision given by the service. */
  key: string;
  /** Revision in the catalogue when the service last confirmed the post. */
  confirmedRevision: string | null;
  /** When it confirmed it, in milliseconds of the blog's clock. */
  checkedAt: number;
  /** When it was last read, in the cache's own count. */
  readAt: number;
}

export type PostCache = ReturnType<typeof createPostCache>;

/** The posts that were fetched, by slug. Makes no calls and reads no clock. */
export function createPostCache(copy: LastCopy) {
  const posts = new Map<string, CachedPost>();
  let reads = 0;
  /** Slugs of those fetched so far, in memory or not, that search engines are kept away from. */
  const unindexed = new Set<string>();

  function get(slug: string): CachedPost | undefined {
    const cached = posts.get(slug);
    if (cached) cached.readAt = ++reads;
    return cached;
  }

  function add(fetched: FetchedPost, confirmedRevision: string | null, checkedAt: number) {
    const { post, revision } = fetched;
    const key = revisionKey({ ...post, revision });
    const version = versionOf(post);
    const cached = { ...fetched, version, key, confirmedRevision, checkedAt, readAt: ++reads };
    posts.set(post.slug, cached);
    if (post.seo?.noindex) unindexed.add(post.slug);
    else unindexed.delete(post.slug);
    if (posts.size > POSTS_IN_MEMORY) forgetOldest();
    return cached;
  }

  /** The least recently read. Moving each to the end of the map when it is read would cost more. */
  function forgetOldest(): void {
    const oldest = [...posts.values()].reduce((one, other) =>
      other.readAt < one.readAt ? other : one,
    );
    posts.delete(oldest.post.slug);
  }

  return {
    unindexed: unindexed as ReadonlySet<string>,
    get,
    has: (slug: string): boolean => posts.has(slug),
    /** Takes in a post of the last copy, as not confirmed lately. */
    restore(fetched: FetchedPost): void {
      if (!posts.has(fetched.post.slug)) add(fetched, null, Number.NEGATIVE_INFINITY);
    },
    /** When the service last confirmed it; -Infinity when it is not cached. */
    checkedAt: (slug: string): number => get(slug)?.checkedAt ?? Number.NEGATIVE_INFINITY,
    /** Slugs of posts in memory that show or link to an entry or asset, most recently read first. */
    linkingTo: (id: string): string[] =>
      [...posts.values()]
        .filter(({ links }) => links.includes(id))
        .sort((one, other) => other.readAt - one.readAt)
        .map(({ post }) => post.slug),
    /** @returns whether it takes the place of something else */
    put(fetched: FetchedPost, confirmedRevision: string | null, checkedAt: number): boolean {
      const { slug } = fetched.post;
      const before = get(slug);
      const cached = add(fetched, confirmedRevision, checkedAt);
      const isSame = before?.version === cached.version;
      if (!isSame || before.key !== cached.key) copy.write('post', slug, fetched);
      return before !== undefined && !isSame;
    },
    remove(slug: string): void {
      posts.delete(slug);
      unindexed.delete(slug);
      copy.write('post', slug, null);
    },
    /** Marks everything as stale. */
    expire(): void {
      for (const cached of posts.values()) cached.checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
