import type { PostList, PostResult } from '../../shared/blog/blog-client.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { ResolvedSlug } from '../content/published.ts';
import { withTimeout } from '../ops/async.ts';

const VISITOR_TIMEOUT_MS = 5000;
const MAX_WAIT_MS = 30_000;

/** A settled answer. `version` changes when, and only when, the content does. */
export interface Lookup<Result> {
  result: Result;
  version: string;
}

export type ListLookup = Lookup<PostList>;

/** `gone` and `moved` concern a post that was once there under this slug. */
export type PostLookup = Lookup<PostResult | { state: 'gone' } | { state: 'moved'; slug: string }>;

export const NOT_FOUND = { result: { state: 'missing' }, version: 'missing' } as const;
export const UNAVAILABLE = { result: { state: 'unavailable' }, version: 'unavailable' } as const;

/** The answer for a slug; null when there is, and was, nothing under it as far as is known. */
export function lookupOf<Entry, Shown>(found: ResolvedSlug<Entry>, show: (entry: Entry) => Shown) {
  switch (found.kind) {
    case 'entry':
      return show(found.entry);
    case 'redirect':
      return {
        result: { state: 'moved' as const, slug: found.slug },
        version: `moved ${found.slug}`,
      };
    case 'gone':
      return { result: { state: 'gone' as const }, version: 'gone' };
    case 'not-found':
      return null;
  }
}

/** Returns the number of list pages. Page 1 exists even when there are no posts. */
export function pageCountOf(total: number): number {
  return Math.max(1, Math.ceil(total / BLOG_PAGE_SIZE));
}

/**
 * Waits no longer than 5 s for a silent service, but through the whole queue of a healthy one.
 * @returns undefined when time is up; the work itself goes on
 */
export async function waitForContent<T>(
  promise: T | Promise<T>,
  { answered }: { answered: () => number },
): Promise<T | undefined> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += VISITOR_TIMEOUT_MS) {
    const before = answered();
    const result = await withTimeout(promise, VISITOR_TIMEOUT_MS);
    if (result !== undefined || answered() === before) return result;
  }
  return undefined;
}
