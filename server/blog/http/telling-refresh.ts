import { BLOG_PAGE_SIZE } from '../../../shared/site/constants.ts';
import type { BlogLibrary } from '../library/library.ts';
import type { KnownPost } from '../library/lookup.ts';

/** Wants to know which posts an editor's change touched, and how many list pages there are. */
export type Listener = (slugs: ReadonlySet<string>, listPages: number) => Promise<void>;

/** The library's `refresh`, after which these are told of the posts that changed. */
export function createTellingRefresh(
  library: Pick<BlogLibrary, 'refresh' | 'known'>,
  listeners: readonly Listener[],
): Pick<BlogLibrary, 'refresh'> {
  return {
    async refresh(change) {
      const before = library.known();
      await library.refresh(change);
      const after = library.known();
      const slugs = new Set([
        ...(change?.slugs ?? []),
        ...changedSlugs(before, after),
        ...changedSlugs(after, before),
      ]);
      const listPages = Math.ceil(Math.max(before.length, after.length) / BLOG_PAGE_SIZE);
      await Promise.all(listeners.map((listener) => listener(slugs, listPages)));
    },
  };
}

/** Slugs of `left` that `right` does not have just so. */
function changedSlugs(left: readonly KnownPost[], right: readonly KnownPost[]): string[] {
  const same = new Set(right.map((post) => JSON.stringify(post)));
  return left.filter((post) => !same.has(JSON.stringify(post))).map(({ slug }) => slug);
}
