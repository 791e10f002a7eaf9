import type { PostLink, PostTag } from '../../shared/blog/post.ts';
import { tagPath } from '../../shared/blog/tag-routes.ts';
import { cutText } from '../../shared/cut-text.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';

/** The least posts of a tag that has a page: fewer would say nothing that the posts do not. */
const MIN_POSTS_FOR_TAG_PAGE = 3;
/** Related posts that are suggested at the end of a post. */
const RELATED_COUNT = 3;
/** The most characters of a tag's slug. */
const MAX_SLUG_LENGTH = 100;

/** A tag, or a name in the posts' own field. Those with the same name are one tag. */
export interface Tag<Entry = unknown> extends PostTag {
  /** Posts of the tag, newest first. */
  posts: Entry[];
}

/**
 * Returns all tags, by slug.
 * @param posts newest first, with the names of their tags
 */
export function groupByTag<Entry>(
  posts: readonly Entry[],
  namesOf: (post: Entry) => readonly string[],
): Map<string, Tag<Entry>> {
  const tags = new Map<string, Tag<Entry>>();
  for (const post of posts)
    for (const { slug, name } of toTags(namesOf(post))) {
      const existing = tags.get(slug);
      if (existing) existing.posts.push(post);
      else tags.set(slug, { slug, name, posts: [post] });
    }
  return tags;
}

/** Returns the tags named by one post; the last of several spellings counts. */
export function toTags(names: readonly string[]): PostTag[] {
  const named = new Map(names.map((name) => [slugify(name), name]));
  return [...named].filter(([slug]) => slug !== '').map(([slug, name]) => ({ slug, name }));
}

/** Tells whether the tag has enough posts for a page. */
export const hasPage = ({ posts }: Tag): boolean => posts.length >= MIN_POSTS_FOR_TAG_PAGE;

/** Returns the number of list pages. Page 1 exists even when there are no posts. */
export const pageCountOf = (total: number): number =>
  Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));

/** Returns the paths of the tag's pages. */
export const tagPaths = ({ slug, posts }: Tag): string[] =>
  Array.from({ length: pageCountOf(posts.length) }, (_, index) => tagPath(slug, index + 1));

/**
 * The posts suggested at the end of another: the editor's choice, then posts with a tag in common,
 * then the nearest by date, older ones first.
 * @param posts newest first, with or without the post itself
 * @param sameTag the newest posts of each of its tags
 */
export function relatedPosts(
  { slug, next = [] }: { slug: string; next?: readonly PostLink[] },
  posts: readonly PostLink[],
  sameTag: readonly PostLink[] = [],
): PostLink[] {
  const index = posts.findIndex((candidate) => candidate.slug === slug);
  const older = posts.slice(index + 1, index + 1 + RELATED_COUNT);
  const newer = posts.slice(Math.max(0, index - RELATED_COUNT), Math.max(0, index)).reverse();
  const candidates = [...next, ...sameTag, ...older, ...newer];
  const links = new Map(
    candidates
      .filter((candidate) => candidate.slug !== slug)
      .map(({ slug, title, publishedDate }) => [slug, { slug, title, publishedDate }]),
  );
  return [...links.values()].slice(0, RELATED_COUNT);
}

/** Returns the URL slug of a tag name. */
export function slugify(name: string): string {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return cutText(words.join('-'), MAX_SLUG_LENGTH).replace(/-$/, '');
}
