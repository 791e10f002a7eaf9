import type { Holdings } from './holdings.ts';
import type { ContentChange } from './library.ts';

/**
 * Single posts that are looked up after a change that names no entry: the most recently used ones.
 */
const SINGLES_CHECKED = 20;

interface RefreshParts {
  holdings: Holdings;
  fetchList: () => Promise<boolean>;
  fetchPost: (slug: string) => Promise<boolean>;
  /** Called when what was learnt before does not count any more. */
  expire: () => void;
}

/**
 * What happens after an editor's change: the list is fetched, and every post that may have changed,
 * moved or gone is looked up. One refresh at a time; changes that come meanwhile share the next
 * one.
 */
export class RefreshQueue {
  readonly #parts: RefreshParts;
  #running: Promise<void> = Promise.resolve();
  #next: { changes: (ContentChange | undefined)[]; done: Promise<void> } | null = null;

  constructor(parts: RefreshParts) {
    this.#parts = parts;
  }

  add(change: ContentChange | undefined): Promise<void> {
    if (this.#next) {
      this.#next.changes.push(change);
      return this.#next.done;
    }
    const changes = [change];
    const done = this.#running.then(() => {
      this.#next = null;
      return this.#refresh(changes);
    });
    this.#next = { changes, done };
    this.#running = done;
    return done;
  }

  async #refresh(changes: (ContentChange | undefined)[]): Promise<void> {
    const { holdings, fetchList, fetchPost, expire } = this.#parts;
    const before = holdings.list(1)?.slugs.slice() ?? [];
    const named = changes.flatMap((change) => {
      const slug = change?.entryId === undefined ? undefined : holdings.slugOfEntry(change.entryId);
      return [
        ...(slug === undefined ? [] : [slug]),
        ...(change?.kind === 'publish' ? (change.slugs ?? []) : []),
      ];
    });
    const unnamed = changes.some((change) => change?.entryId === undefined)
      ? holdings.singles().slice(0, SINGLES_CHECKED)
      : [];
    expire();
    holdings.expire();
    if (!(await fetchList())) return;
    const listed = new Set(holdings.list(1)?.slugs);
    const settled = (slug: string) => listed.has(slug) || holdings.movedTo(slug) !== undefined;
    const doubtful = new Set([...before, ...named, ...unnamed].filter((slug) => !settled(slug)));
    await Promise.all([...doubtful].map(fetchPost));
  }
}
