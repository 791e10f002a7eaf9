import { createHash } from 'node:crypto';
import type { Post, PostSummary } from '../../../shared/blog/post.ts';
import type { PostList, PostResult } from '../../../shared/blog/reader.ts';
import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';

/** A settled answer. `version` changes when, and only when, the content does. */
export interface ListLookup {
  result: PostList;
  version: string;
}

/** `gone` and `moved` concern a post that was once there under this slug. */
export interface PostLookup {
  result: PostResult | { state: 'gone' } | { state: 'moved'; slug: string };
  version: string;
}

export const MISSING = { result: { state: 'missing' }, version: 'missing' } as const;
export const UNAVAILABLE = { result: { state: 'unavailable' }, version: 'unavailable' } as const;
export const GONE: PostLookup = { result: { state: 'gone' }, version: 'gone' };

export function movedLookup(slug: string): PostLookup {
  return { result: { state: 'moved', slug }, version: `moved ${slug}` };
}

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

function summaryOf({ id, slug, title, publishedDate, excerpt, image }: Post): PostSummary {
  return { id, slug, title, publishedDate, excerpt, image };
}

/** Version of some content: equal content has an equal version. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
