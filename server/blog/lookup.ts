import { createHash } from 'node:crypto';
import type { Post, PostLink, PostSummary } from '../../shared/blog/post.ts';
import type { ListExtras, PostList, PostResult } from '../../shared/blog/reader.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import { withTimeout } from '../ops/timers.ts';

/** How long a visitor who needs the whole answer waits for a silent service. */
const VISITOR_WAIT_MS = 5000;
/** How long such a visitor waits in the queue while the service answers others. */
const LONGEST_WAIT_MS = 30_000;

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

export function postLookup(post: Post): PostLookup {
  return { result: { state: 'ready', post }, version: versionOf(post) };
}

export function listLookup(
  posts: readonly Post[],
  page: number,
  pageCount: number,
  extras: ListExtras,
): ListLookup {
  const result = {
    ...({ state: 'ready', posts: posts.map(summaryOf), page, pageCount } as const),
    ...extras,
  };
  return { result, version: versionOf(result) };
}

/** Page 1 exists even when there are no posts. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));
}

export function summaryOf(post: Post): PostSummary {
  const { id, slug, title, publishedDate, excerpt, image, tags } = post;
  const drawnBy = image === null && tags?.length && { tags };
  return { id, slug, title, publishedDate, excerpt, image, ...drawnBy };
}

/** Version of some content: equal content has an equal version. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}

const LINKS = 3;

/**
 * The posts suggested at the end of another: the editor's choice, then posts with a tag in common,
 * then the nearest by date, older ones first. At most three.
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

/** True as soon as one of them is; false when all are. */
export async function firstTrue(...answers: Promise<boolean>[]): Promise<boolean> {
  const yes = answers.map((answer) => answer.then((is) => (is ? true : Promise.reject())));
  return Promise.any(yes).catch(() => false);
}

/**
 * Waits like a crawler: no longer than 5 s for a silent service, but through the whole queue of a
 * healthy one.
 * @returns undefined when time is up; the work itself goes on
 */
export async function withServiceTimeout<T>(
  promise: T | Promise<T>,
  { answered }: { answered: () => number },
): Promise<T | undefined> {
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += VISITOR_WAIT_MS) {
    const before = answered();
    const result = await withTimeout(promise, VISITOR_WAIT_MS);
    if (result !== undefined || answered() === before) return result;
  }
  return undefined;
}
