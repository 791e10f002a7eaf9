import { readAnswer } from '../http/answer.ts';
import { embeddedEntries } from './posts/entries.ts';
import type { BlogSource } from './source.ts';

/** A public site without a content service: the embedded posts are inventions. */
export const NO_POSTS: BlogSource = {
  id: 'none',
  fixed: [],
  list: async () => ({ posts: [], total: 0 }),
  post: async () => null,
};

/**
 * The posts that the site comes with, for a site without a content service. They go the same way as
 * Contentful's.
 */
export function createEmbeddedSource(): BlogSource {
  const { posts } = readAnswer(embeddedEntries);
  posts.sort((a, b) => b.publishedDate.localeCompare(a.publishedDate));
  return {
    id: 'embedded',
    fixed: posts,
    list: async (skip, limit) => ({ posts: posts.slice(skip, skip + limit), total: posts.length }),
    post: async (slug) => posts.find((post) => post.slug === slug) ?? null,
  };
}
