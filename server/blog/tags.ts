import { postPath } from '../../shared/addresses.ts';
import type { Post, PostTag } from '../../shared/blog/post.ts';
import { tagPath } from '../../shared/blog/tag-addresses.ts';
import type { Catalogue, Listed } from './catalogue.ts';
import { nextToRead, type PostLookup, pageCountOf, postLookup } from './lookup.ts';
import type { CachedPost, PostCache } from './post-cache.ts';

/** A tag of fewer posts has no page: it would say nothing that its posts do not. */
const POSTS_OF_A_PAGE = 3;
/** Of a tag's posts one may be the post itself, to which three others are suggested. */
const LINKS_OF_A_TAG = 4;
/** An address takes this much of a name, in characters. */
const SLUG_LENGTH = 100;

/** A tag, a taxonomy concept or a name in the posts' own field: of one name, they are one. */
export interface Tag extends PostTag {
  /** Newest first. */
  posts: Listed[];
}

/** By slug. */
type Tags = ReadonlyMap<string, Tag>;

/** Which posts have which tags, as far as that is known. */
export function createTags(catalogue: Catalogue, cache: PostCache) {
  let read: { version: string; all: Tags } | undefined;

  /** Changes with the tags and the catalogue. */
  const version = () => `${catalogue.version} ${cache.tagChanges()}`;

  function namedBy({ slug, tags = [] }: Partial<Listed>): PostTag[] {
    const names = [...tags, ...(cache.stateOf(slug as string)?.tags ?? [])];
    const named = new Map(names.map((name) => [slugOf(name), name]));
    return [...named].map(([slug, name]) => ({ slug, name })).filter((tag) => tag.slug);
  }

  function all(): Tags {
    if (read?.version === version()) return read.all;
    const found = new Map<string, Tag>();
    for (const entry of catalogue.shown)
      for (const tag of namedBy(entry)) {
        const same = found.get(tag.slug);
        if (same) same.posts.push(entry);
        else found.set(tag.slug, { ...tag, posts: [entry] });
      }
    read = { version: version(), all: found };
    return found;
  }

  function withLinks({ tags: _names, ...post }: Post): Post {
    const found = catalogue.find(post.slug);
    const names = found.state === 'listed' ? namedBy(found.entry) : [];
    const own = names.flatMap(({ slug }) => all().get(slug) ?? []);
    const alike = own
      .flatMap(({ posts }) => posts.slice(0, LINKS_OF_A_TAG))
      .sort((one, other) => other.due - one.due);
    const pages = own.filter(hasPage).map(linkOf);
    const next = nextToRead(post, catalogue.shown, alike);
    return { ...post, next, ...(pages.length > 0 && { tagPages: pages }) };
  }

  return {
    all,
    /** All that a post is tagged with. */
    namesOf: (entry: Listed): string[] => namedBy(entry).map(({ name }) => name),
    /** A post as it is shown: with links to tags and to other posts, which depend on those. */
    lookup(cached: CachedPost): PostLookup {
      if (!cached.lookup || cached.tagsVersion !== version()) {
        cached.lookup = postLookup(withLinks(cached.post));
        cached.tagsVersion = version();
      }
      return cached.lookup;
    },
    /** Those that have a page of their own. */
    withPage: (): Tag[] => [...all().values()].filter(hasPage),
    /** The tag of such a page. */
    page: (slug: string): Tag | undefined => {
      const tag = all().get(slug);
      return tag && hasPage(tag) ? tag : undefined;
    },
    /** False while there may be others in posts that were not read yet. */
    areKnown: (): boolean => catalogue.shown.every(({ slug }) => cache.stateOf(slug)),
  };
}

/** Whether it has a page of its own. */
export const hasPage = ({ posts }: Tag): boolean => posts.length >= POSTS_OF_A_PAGE;

export const linkOf = ({ slug, name }: Tag): PostTag => ({ slug, name });

export const tagPaths = ({ slug, posts }: Tag): string[] =>
  Array.from({ length: pageCountOf(posts.length) }, (_, index) => tagPath(slug, index + 1));

/**
 * Addresses that show these posts under a tag before or after a change, and the posts that link to a
 * page which came or went by it.
 */
export function changedPaths(slugs: ReadonlySet<string>, before: Tags, after: Tags): string[] {
  const pathsOf = (tags: Tags, others: Tags) =>
    [...tags.values()]
      .filter((tag) => hasPage(tag) && tag.posts.some(({ slug }) => slugs.has(slug)))
      .flatMap((tag) => {
        const other = others.get(tag.slug);
        const links = other && hasPage(other) ? [] : tag.posts.map(({ slug }) => postPath(slug));
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
