import { postPath } from '../../shared/addresses.ts';
import type { Post, PostLink, PostTag } from '../../shared/blog/post.ts';
import { tagPath } from '../../shared/blog/tag-addresses.ts';
import type { Listed } from './catalogue.ts';
import type { KnownPosts } from './known-posts.ts';
import { type PostLookup, pageCountOf, versionOf } from './lookup.ts';

/** A tag of fewer posts has no page: it would say nothing that its posts do not. */
const POSTS_OF_A_PAGE = 3;
/** How many posts are suggested at the end of one. */
const LINKS = 3;
/** An address takes this much of a name, in characters. */
const SLUG_LENGTH = 100;

/** A tag or a name in the posts' own field: of one name, they are one. */
export interface Tag extends PostTag {
  /** Newest first. */
  posts: Listed[];
}

/** By slug. */
type Tags = ReadonlyMap<string, Tag>;

/** Which posts have which tags, as far as that is known. */
export function createTags({ catalogue, cache, version }: KnownPosts) {
  let read: { version: number; all: Tags; pages: Tags } | undefined;
  const lookups = new WeakMap<Post, { of: number; lookup: PostLookup }>();

  function namedBy({ slug, tags = [] }: Listed): PostTag[] {
    const names = [...tags, ...(cache.stateOf(slug)?.tags ?? [])];
    const named = new Map(names.map((name) => [slugOf(name), name]));
    return [...named].map(([slug, name]) => ({ slug, name })).filter((tag) => tag.slug);
  }

  function current() {
    if (read?.version === version()) return read;
    const all = new Map<string, Tag>();
    for (const entry of catalogue.shown)
      for (const tag of namedBy(entry)) {
        const same = all.get(tag.slug);
        if (same) same.posts.push(entry);
        else all.set(tag.slug, { ...tag, posts: [entry] });
      }
    const pages = new Map([...all].filter(([, { posts }]) => posts.length >= POSTS_OF_A_PAGE));
    read = { version: version(), all, pages };
    return read;
  }

  function withLinks({ tags: _names, ...post }: Post): Post {
    const found = catalogue.find(post.slug);
    const names = found.state === 'listed' ? namedBy(found.entry) : [];
    const { all, pages } = current();
    const alike = names
      .flatMap(({ slug }) => all.get(slug)?.posts.slice(0, LINKS + 1) ?? []) // one may be the post itself
      .sort((one, other) => other.due - one.due);
    const tagPages = names.flatMap(({ slug }) => pages.get(slug) ?? []).map(linkOf);
    const next = nextToRead(post, catalogue.shown, alike);
    return { ...post, next, ...(tagPages.length > 0 && { tagPages }) };
  }

  return {
    /** All that a post is tagged with. */
    namesOf: (entry: Listed): string[] => namedBy(entry).map(({ name }) => name),
    /** A post as it is shown: with links to tags and to other posts, which depend on those. */
    lookup(cached: Post): PostLookup {
      const before = lookups.get(cached);
      if (before?.of === version()) return before.lookup;
      const post = withLinks(cached);
      const lookup: PostLookup = { result: { state: 'ready', post }, version: versionOf(post) };
      lookups.set(cached, { of: version(), lookup });
      return lookup;
    },
    /** Those that have a page of their own. */
    pages: (): Tags => current().pages,
    /** False while there may be others in posts that were not read yet. */
    areKnown: (): boolean => catalogue.shown.every(({ slug }) => cache.stateOf(slug)),
  };
}

/**
 * The posts suggested at the end of another: the editor's choice, then posts with a tag in common,
 * then the nearest by date, older ones first.
 * @param posts newest first, with or without the post itself
 * @param sameTag the newest posts of each of its tags
 */
export function nextToRead(
  { slug, next = [] }: Pick<Post, 'slug' | 'next'>,
  posts: readonly PostLink[],
  sameTag: readonly PostLink[] = [],
): PostLink[] {
  const own = posts.findIndex((candidate) => candidate.slug === slug);
  const older = posts.slice(own + 1, own + 1 + LINKS);
  const newer = posts.slice(Math.max(0, own - LINKS), Math.max(0, own)).reverse();
  const candidates = [...next, ...sameTag, ...older, ...newer];
  const links = new Map(
    candidates
      .filter((candidate) => candidate.slug !== slug)
      .map(({ slug, title, publishedDate }) => [slug, { slug, title, publishedDate }]),
  );
  return [...links.values()].slice(0, LINKS);
}

export const linkOf = ({ slug, name }: Tag): PostTag => ({ slug, name });

export const tagPaths = ({ slug, posts }: Tag): string[] =>
  Array.from({ length: pageCountOf(posts.length) }, (_, index) => tagPath(slug, index + 1));

/**
 * Addresses that show these posts under a tag with a page before or after a change, and the posts that
 * link to a page which came or went by it.
 */
export function changedPaths(slugs: ReadonlySet<string>, before: Tags, after: Tags): string[] {
  const pathsOf = (tags: Tags, others: Tags) =>
    [...tags.values()]
      .filter(({ posts }) => posts.some(({ slug }) => slugs.has(slug)))
      .flatMap((tag) => {
        const links = others.has(tag.slug) ? [] : tag.posts.map(({ slug }) => postPath(slug));
        return [...tagPaths(tag), ...links];
      });
  return [...new Set([...pathsOf(before, after), ...pathsOf(after, before)])];
}

/** As it stands in an address. */
function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...words.join('-')].slice(0, SLUG_LENGTH).join('').replace(/-$/, '');
}
