import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { BlogSource, FetchedPost } from '../content/contentful/source.ts';
import type { Blog, News } from './blog.ts';
import { type Body, bodyOf } from './body.ts';
import type { Calls, Outcome } from './calls.ts';
import type { Listed } from './listing.ts';

/** For whom posts are fetched, and how. */
interface Errand {
  priority: number;
  /** Posts that are fetched although their revision has come. */
  anew?: ReadonlySet<string>;
  /** For an editor's change: made during a pause too, and not shared with calls of before it. */
  isUrgent?: boolean;
}

/** Fetches posts, by the two calls of the specification, and says what came. */
export function createPostFetcher(parts: {
  source: BlogSource;
  calls: Calls;
  /** What is known now. */
  blog: () => Blog;
  learn: (news: News) => void;
  /** Asks once more what the service lists. @returns false when it cannot be asked */
  renewedAnew: () => Promise<boolean>;
  /** How often it was asked so far. */
  renewals: () => number;
  isStopped: () => boolean;
}) {
  const { source, calls, blog, learn, renewedAnew, renewals, isStopped } = parts;
  /** Keys of posts that the service listed and did not have. */
  const notHad = new Set<string>();
  /** Positions from which the service would not list: next time each post is asked for by its slug. */
  const refused = new Set<number>();
  /** By position of its list page, the id of a post that is being fetched by its slug. */
  const awaited = new Map<number, string>();

  /**
   * Fetches posts: with a list call where neighbours are wanted, else each by its slug.
   * @returns false when the service gave no usable answer
   */
  async function bring(entries: readonly Listed[], errand: Errand): Promise<boolean> {
    const near = Map.groupBy(entries, ({ position }) => position - (position % BLOG_PAGE_SIZE));
    const came = [...near].map(([position, some]) => bringNear(position, some, errand));
    return (await Promise.all(came)).every(Boolean);
  }

  async function bringNear(
    position: number,
    entries: readonly Listed[],
    errand: Errand,
  ): Promise<boolean> {
    let left = entries;
    // The second post of a list page that is waited for makes it one call for all of that page.
    const other = awaited.get(position);
    const areMany = entries.length > 1 || (other !== undefined && other !== entries[0]?.id);
    if (areMany && !refused.delete(position)) {
      const outcome = await fetchList(position, errand, entries);
      if (outcome === 'refused') refused.add(position);
      if (outcome === 'refused' || outcome === 'failed') return false;
      const ids = outcome === 'skipped' ? new Set() : new Set(outcome.answer.map(({ id }) => id));
      left = entries.filter(({ id }) => !ids.has(id));
    }
    if (left[0]) awaited.set(position, left[0].id);
    const came = await Promise.all(left.map((entry) => fetchPost(entry, errand)));
    awaited.delete(position);
    return came.every(Boolean);
  }

  /** @param entries what it is asked for; by default whatever it has */
  async function fetchList(
    position: number,
    errand: Errand,
    entries?: readonly Listed[],
  ): Promise<Outcome<Body[]>> {
    const { priority, isUrgent } = errand;
    const outcome = await calls.make({
      name: 'list',
      about: `${position}${sinceOf(errand)}`,
      priority,
      ask: async () => (await source.list(position, BLOG_PAGE_SIZE)).map(bodyOf),
      isNeeded: () =>
        !isStopped() && (!entries || entries.some((entry) => isWanted(entry, errand))),
      isUrgent,
    });
    if (typeof outcome !== 'string') learn({ bodies: outcome.answer });
    return outcome;
  }

  async function fetchPost(entry: Listed, errand: Errand): Promise<boolean> {
    const { id, slug, slugAsWritten = slug, isSecond } = entry;
    const { priority, isUrgent } = errand;
    const outcome = await calls.make({
      name: 'post',
      about: `${slug} ${id}${sinceOf(errand)}`,
      priority,
      async ask() {
        let fetched: FetchedPost | null = null;
        if (!isSecond) fetched = await source.post(slugAsWritten);
        // Another with this slug may come first, ahead of its date.
        if (fetched ? fetched.post.id !== id : isSecond)
          fetched = await source.post(slugAsWritten, id);
        return fetched && bodyOf(fetched);
      },
      isNeeded: () => !isStopped() && isWanted(entry, errand),
      isUrgent,
    });
    if (typeof outcome === 'string') return outcome === 'skipped';
    if (outcome.answer === null) return lookAgain(entry);
    learn({ bodies: [outcome.answer] });
    return true;
  }

  /** An answer that was under way at an editor's change is not taken for the new state. */
  const sinceOf = ({ isUrgent }: Errand) => (isUrgent ? ` since ${renewals()}` : '');

  function isWanted(entry: Listed, { anew }: Errand): boolean {
    return anew?.has(entry.id) || blog().isOutdated(entry);
  }

  /**
   * The service lacks a post that it listed: only its list tells whether that has moved or gone.
   * @returns false when it cannot be asked
   */
  async function lookAgain({ id, key }: Listed): Promise<boolean> {
    if (!notHad.has(key) && !(await renewedAnew())) return false;
    if (blog().listing.candidates.get(id)?.key !== key) return true;
    notHad.add(key);
    learn({ lacking: id });
    return true;
  }

  return { bring, fetchList };
}
