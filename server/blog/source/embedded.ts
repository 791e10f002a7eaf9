import { readAnswer } from '../http/answer.ts';
import { embeddedEntries } from './posts/entries.ts';
import type { BlogSource } from './source.ts';

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
