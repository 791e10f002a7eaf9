import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Listed } from './catalogue.ts';
import type { Posts } from './posts.ts';

const MANNER = { inBackground: true };

/**
 * Fetches, newest first and after everything that somebody waits for, the posts that were never
 * fetched or have a newer revision; what the last copy has already is only read there. Ends when the
 * service fails: the end of an outage begins it again.
 * @param isWanted of a post that is not up to date
 * @returns a function that resolves when nothing is left to fetch
 */
export function createReadAhead(posts: Posts, isWanted: (entry: Listed) => boolean) {
  let underWay: Promise<void> | undefined;

  async function run(): Promise<void> {
    const tried = new Set<string>();
    const lacks = (entry: Listed) =>
      !tried.has(entry.key) && posts.isOutdated(entry) && isWanted(entry);
    for (;;) {
      const { shown } = posts.catalogue;
      const first = shown.findIndex(lacks);
      if (first < 0) return;
      const near = shown.slice(first, first + BLOG_PAGE_SIZE).filter(lacks);
      await posts.recall(
        near.map(({ slug }) => slug),
        false,
      );
      const left = near.filter(lacks);
      for (const { key } of left) tried.add(key);
      const [newest] = left;
      if (!newest) continue;
      if (left.length > 1 && !(await posts.fetchList(newest.position, MANNER))) return;
      for (const entry of left)
        if (posts.isOutdated(entry) && !(await posts.fetchPost(entry, MANNER))) return;
    }
  }

  return (): Promise<void> => {
    underWay ??= run().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
