import type { Post, PostLink } from '../../../shared/blog/post.ts';

const LINKS = 3;

/** A post that may be suggested at the end of another. */
type Candidate = PostLink & Pick<Post, 'tags'>;

/**
 * The posts suggested at the end of another: the editor's choice, then posts with a tag in common,
 * then the nearest by date, older ones first. At most three.
 * @param posts newest first, with or without the post itself
 */
export function nextToRead(
  { slug, next = [], tags = [] }: Pick<Post, 'slug' | 'next' | 'tags'>,
  posts: readonly Candidate[],
): PostLink[] {
  const own = posts.findIndex((candidate) => candidate.slug === slug);
  const sameTag = posts.filter((candidate) => candidate.tags?.some((tag) => tags.includes(tag)));
  const older = posts.slice(own + 1, own + 1 + LINKS);
  const newer = posts.slice(Math.max(0, own - LINKS), Math.max(0, own)).reverse();
  const candidates = [...next, ...sameTag.slice(0, LINKS + 1), ...older, ...newer];
  const links = new Map(
    candidates
      .filter((candidate) => candidate.slug !== slug)
      .map(({ slug, title, publishedDate }) => [slug, { slug, title, publishedDate }]),
  );
  return [...links.values()].slice(0, LINKS);
}
