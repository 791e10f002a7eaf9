import { createHash } from 'node:crypto';
import type { Post, PostSummary } from '../../../shared/blog/post.ts';
import type { PostList, PostResult } from '../../../shared/blog/reader.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';

/** A settled answer. `version` changes when, and only when, the content does. */
export interface ListLookup {
  result: PostList;
  version: string;
}

/**
 * `gone` and `moved`: of a post that was there under this slug. `busy`: not known, and the call
 * budget is spent.
 */
export interface PostLookup {
  result: PostResult | { state: 'gone' } | { state: 'moved'; slug: string } | { state: 'busy' };
  version: string;
}

export const NO_LIST_PAGE: ListLookup = { result: { state: 'missing' }, version: 'missing' };
export const LIST_UNAVAILABLE: ListLookup = {
  result: { state: 'unavailable' },
  version: 'unavailable',
};
export const NO_POST: PostLookup = { result: { state: 'missing' }, version: 'missing' };
export const POST_GONE: PostLookup = { result: { state: 'gone' }, version: 'gone' };
export const POST_UNAVAILABLE: PostLookup = {
  result: { state: 'unavailable' },
  version: 'unavailable',
};
export const POST_BUSY: PostLookup = { result: { state: 'busy' }, version: 'busy' };

/** What the sitemap and the feed know of a post. */
export type KnownPost = PostSummary & Pick<Post, 'updatedAt' | 'author'>;

export function postLookup(post: Post): PostLookup {
  return { result: { state: 'ready', post }, version: versionOf(post) };
}

/** A page of the list; page 1 exists even when there are no posts. @param total of all pages */
export function listLookup(posts: readonly Post[], page: number, total: number): ListLookup {
  const result = {
    state: 'ready',
    posts: posts.map(summaryOf),
    page,
    pageCount: pageCountOf(total),
  } as const;
  return { result, version: versionOf(result) };
}

export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));
}

export function knownPost(post: Post): KnownPost {
  return { ...summaryOf(post), updatedAt: post.updatedAt, author: post.author };
}

function summaryOf({ id, slug, title, publishedDate, excerpt, image }: Post): PostSummary {
  return { id, slug, title, publishedDate, excerpt, image };
}

function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
