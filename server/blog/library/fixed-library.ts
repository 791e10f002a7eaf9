import type { Post } from '../../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { BlogLibrary } from './library.ts';
import { knownPost, listLookup, NO_LIST_PAGE, NO_POST, pageCountOf, postLookup } from './lookup.ts';
import { nextToRead } from './next-to-read.ts';

/**
 * The library over posts that are all at hand and never change: everything is known from the start.
 * @param posts newest first
 */
export function createFixedLibrary(posts: readonly Post[]): BlogLibrary {
  const pageOf = (index: number) =>
    posts.slice(index * BLOG_PAGE_SIZE, (index + 1) * BLOG_PAGE_SIZE);
  const lists = Array.from({ length: pageCountOf(posts.length) }, (_, index) =>
    listLookup(pageOf(index), index + 1, posts.length),
  );
  const bySlug = new Map(
    posts.map((post) => [post.slug, postLookup({ ...post, next: nextToRead(post, posts) })]),
  );
  const known = posts.map(knownPost);
  return {
    list: (page) => lists[page - 1] ?? NO_LIST_PAGE,
    post: (slug) => bySlug.get(slug) ?? NO_POST,
    listVersion: (page) => lists[page - 1]?.version ?? null,
    postVersion: (slug) => bySlug.get(slug)?.version ?? null,
    known: () => known,
    hanging: () => false,
    retryAfterSeconds: () => 1,
    refresh: async () => {},
    start: () => {},
    stop: async () => {},
  };
}
