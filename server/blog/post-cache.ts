import { type FetchedPost, revisionKey } from './contentful/source.ts';
import type { LastCopy } from './last-copy.ts';
import { type PostLookup, versionOf } from './lookup.ts';

/**
 * How many posts stay in memory, the most recently read ones. The last copy has every post ever
 * fetched.
 */
const POSTS_IN_MEMORY = 500;

/** What is remembered of every post that was fetched. */
export interface PostState extends Pick<FetchedPost, 'links'> {
  /** Version of the post as it was fetched. */
  version: string;
  /** Revision given by the service. */
  key: string;
  /** When the catalogue was asked for that was known as the service was last asked for the post. */
  confirmedIn: number;
  /** When it confirmed it, in milliseconds of the blog's clock. */
  checkedAt: number;
}

type Confirmation = Pick<PostState, 'confirmedIn' | 'checkedAt'>;

export interface CachedPost extends PostState, FetchedPost {
  /** The post as shown, once somebody has asked for it, and the version of its tags at that time. */
  lookup?: PostLookup;
  tagsVersion?: string;
  /** When it was last read, in the cache's own count. */
  readAt: number;
}

export type PostCache = ReturnType<typeof createPostCache>;

/** The posts that were fetched, by slug. Makes no calls and reads no clock. */
export function createPostCache(copy: LastCopy) {
  const posts = new Map<string, CachedPost>();
  /** Of those that only the last copy has. */
  const stored = new Map<string, PostState>();
  let reads = 0;
  /** Slugs of those fetched so far, in memory or not, that search engines are kept away from. */
  const unindexed = new Set<string>();
  /** What their own field names as their tags, by slug. */
  const tags = new Map<string, readonly string[]>();
  let tagChanges = 0;

  function get(slug: string): CachedPost | undefined {
    const cached = posts.get(slug);
    if (cached) cached.readAt = ++reads;
    return cached;
  }

  const stateOf = (slug: string): PostState | undefined => posts.get(slug) ?? stored.get(slug);

  /** @param makesRoom whether another may have to leave the memory for it */
  function add(fetched: FetchedPost, { confirmedIn, checkedAt }: Confirmation, makesRoom: boolean) {
    const { post, revision, links } = fetched;
    const { slug } = post;
    const key = revisionKey({ ...post, revision });
    const state = { version: versionOf(post), key, confirmedIn, checkedAt, links };
    if (post.seo?.noindex) unindexed.add(slug);
    else unindexed.delete(slug);
    setTags(slug, post.tags);
    stored.delete(slug);
    if (makesRoom || posts.has(slug) || posts.size < POSTS_IN_MEMORY)
      posts.set(slug, { ...fetched, ...state, readAt: ++reads });
    else stored.set(slug, state);
    if (posts.size > POSTS_IN_MEMORY) forgetOldest();
    return state;
  }

  function setTags(slug: string, now: readonly string[] = []): void {
    if (`${tags.get(slug) ?? ''}` === `${now}`) return;
    tags.set(slug, now);
    tagChanges += 1;
  }

  /** The least recently read. Moving each to the end of the map when it is read would cost more. */
  function forgetOldest(): void {
    const oldest = [...posts.values()].reduce((one, other) =>
      other.readAt < one.readAt ? other : one,
    );
    const { version, key, confirmedIn, checkedAt, links } = oldest;
    posts.delete(oldest.post.slug);
    stored.set(oldest.post.slug, { version, key, confirmedIn, checkedAt, links });
  }

  return {
    unindexed: unindexed as ReadonlySet<string>,
    tags: tags as ReadonlyMap<string, readonly string[]>,
    /** Rises when they change. */
    tagChanges: (): number => tagChanges,
    get,
    has: (slug: string): boolean => posts.has(slug),
    /** What is known of a post in memory or in the last copy. */
    stateOf,
    /**
     * Takes in a post of the last copy. If nothing was known of it, it was not confirmed lately.
     * @param makesRoom whether another may have to leave the memory for it
     */
    restore(fetched: FetchedPost, makesRoom = true): void {
      const { post, revision } = fetched;
      if (posts.has(post.slug)) return;
      const state = stored.get(post.slug);
      const isSame = state?.key === revisionKey({ ...post, revision });
      add(fetched, isSame ? state : UNCONFIRMED, makesRoom);
    },
    /** When the service last confirmed it; -Infinity when it is not known. */
    checkedAt: (slug: string): number => stateOf(slug)?.checkedAt ?? UNCONFIRMED.checkedAt,
    /** Slugs of posts that show or link to an entry or asset, most recently read first. */
    linkingTo(id: string): string[] {
      const inMemory = [...posts].sort(([, one], [, other]) => other.readAt - one.readAt);
      return [...inMemory, ...stored]
        .filter(([, { links }]) => links.includes(id))
        .map(([slug]) => slug);
    },
    /**
     * @param makesRoom whether another may have to leave the memory for it
     * @param isCopied whether it comes from the last copy: written back, it could replace a newer one
     * @returns whether it takes the place of something else
     */
    put(
      fetched: FetchedPost,
      confirmed: Confirmation,
      makesRoom: boolean,
      isCopied = false,
    ): boolean {
      const { slug } = fetched.post;
      const before = stateOf(slug);
      const now = add(fetched, confirmed, makesRoom);
      const isSame = before?.version === now.version;
      if (!isCopied && (!isSame || before.key !== now.key)) copy.write('post', slug, fetched);
      return before !== undefined && !isSame;
    },
    remove(slug: string): void {
      posts.delete(slug);
      stored.delete(slug);
      unindexed.delete(slug);
      setTags(slug);
      copy.write('post', slug, null);
    },
    /** Marks everything as stale. */
    expire(): void {
      for (const state of [...posts.values(), ...stored.values()])
        state.checkedAt = UNCONFIRMED.checkedAt;
    },
  };
}

/** Of a post that this process has not had from the service. */
const UNCONFIRMED = { confirmedIn: Number.NEGATIVE_INFINITY, checkedAt: Number.NEGATIVE_INFINITY };
