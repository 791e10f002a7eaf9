import { readAnswer, readCatalogue, readPosts } from './delivery-answer.ts';
import { embeddedEntries } from './posts/entries.ts';
import type { BlogSource, FetchedPost } from './source.ts';

/** On a public site without a content service, because the embedded posts are invented. */
export const NO_POSTS: BlogSource = {
  id: 'none',
  fixed: () => [],
  catalogue: async () => [],
  list: async () => [],
  post: async () => null,
};

/**
 * The embedded posts, for a site without a content service. They are read by the same code as
 * Contentful's.
 */
export function createEmbeddedSource(): BlogSource {
  let posts: readonly FetchedPost[] | undefined;
  const fixed = () => {
    posts ??= readPosts(readAnswer(embeddedEntries));
    return posts;
  };
  return {
    id: 'embedded',
    fixed,
    catalogue: async () => readCatalogue(readAnswer(embeddedEntries).items),
    list: async (skip, limit) => fixed().slice(skip, skip + limit),
    post: async (slug) => fixed().find(({ post }) => post.slug === slug) ?? null,
  };
}
