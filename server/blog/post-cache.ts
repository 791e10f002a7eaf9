import type { Post } from '../../shared/blog/post.ts';
import { type FetchedPost, revisionKey } from './contentful/source.ts';
import { versionOf } from './lookup.ts';

/** The most recently read ones: the last copy has all. */
const POSTS_IN_MEMORY = 500;

/** When the service confirmed a post. */
export interface Confirmation {
  /** When the catalogue was asked for that was known as the service was last asked for the post. */
  confirmedIn: number;
  /** In milliseconds of the blog's clock. */
  checkedAt: number;
}

/** What is remembered of a post that was fetched, in memory or only in the last copy. */
export interface PostState extends Confirmation, Pick<FetchedPost, 'revision' | 'links'> {
  /** Of the post as it was fetched. */
  version: string;
  /** Of its revision. */
  key: string;
  /** In its own field. */
  tags: readonly string[];
  noindex: boolean;
  /** When it was last read, in the cache's own count. */
  readAt: number;
  post: Post | undefined;
}

export type CachedPost = PostState & { post: Post };

export type PostCache = ReturnType<typeof createPostCache>;

const UNCONFIRMED = { confirmedIn: Number.NEGATIVE_INFINITY, checkedAt: Number.NEGATIVE_INFINITY };

/** The posts that were fetched, by slug. Makes no calls and reads no clock. */
export function createPostCache() {
  const states = new Map<string, PostState>();
  /** Of those in memory. */
  const inMemory = new Set<PostState>();
  let reads = 0;
  let version = 0;

  const has = (slug: string): boolean => states.get(slug)?.post !== undefined;

  /** @param makesRoom whether another may have to leave the memory for it */
  function put(
    { post, revision, links }: FetchedPost,
    { confirmedIn, checkedAt }: Confirmation,
    makesRoom: boolean,
  ): PostState {
    const { slug, tags = [], seo } = post;
    const before = states.get(slug);
    const stays = makesRoom || has(slug) || inMemory.size < POSTS_IN_MEMORY;
    const state: PostState = {
      ...{ revision, links, confirmedIn, checkedAt, tags, noindex: seo?.noindex === true },
      ...{ version: versionOf(post), key: revisionKey({ ...post, revision }) },
      readAt: stays ? ++reads : 0,
      post: stays ? post : undefined,
    };
    if (before ? before.version !== state.version : tags.length > 0) version += 1;
    inMemory.delete(before as PostState);
    states.set(slug, state);
    if (stays) inMemory.add(state);
    if (inMemory.size > POSTS_IN_MEMORY) forgetOldest();
    return state;
  }

  /** The least recently read. Moving each to the end of the set when it is read would cost more. */
  function forgetOldest(): void {
    const oldest = [...inMemory].reduce((one, other) => (other.readAt < one.readAt ? other : one));
    inMemory.delete(oldest);
    oldest.post = undefined;
  }

  return {
    /** Rises when posts change, when tags become known, and when all of them are stale. */
    version: (): number => version,
    get(slug: string): CachedPost | undefined {
      const state = states.get(slug);
      if (!state?.post) return undefined;
      state.readAt = ++reads;
      return state as CachedPost;
    },
    has,
    stateOf: (slug: string): Readonly<PostState> | undefined => states.get(slug),
    put,
    /** Takes in a post of the last copy. If nothing was known of it, it was not confirmed lately. */
    restore(fetched: FetchedPost, makesRoom = true): void {
      const { post, revision } = fetched;
      const state = states.get(post.slug);
      if (state?.post) return;
      const isSame = state?.key === revisionKey({ ...post, revision });
      put(fetched, isSame ? state : UNCONFIRMED, makesRoom);
    },
    /** -Infinity when that is not known. */
    checkedAt: (slug: string): number => states.get(slug)?.checkedAt ?? UNCONFIRMED.checkedAt,
    /** Slugs of posts that show or link to an entry or asset, most recently read first. */
    linkingTo: (id: string): string[] =>
      [...states]
        .filter(([, { links }]) => links.includes(id))
        .sort(([, one], [, other]) => other.readAt - one.readAt)
        .map(([slug]) => slug),
    remove(slug: string): void {
      const state = states.get(slug);
      if (!state) return;
      states.delete(slug);
      inMemory.delete(state);
      if (state.tags.length > 0) version += 1;
    },
    /** Marks everything as stale. */
    expire(): void {
      version += 1;
      for (const state of states.values()) state.checkedAt = UNCONFIRMED.checkedAt;
    },
  };
}
