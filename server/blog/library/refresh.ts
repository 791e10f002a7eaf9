import { type ContentChange, EditorChanges } from './editor-changes.ts';
import type { ListPages } from './list-pages.ts';
import type { Stock } from './stock.ts';

/** How many posts are fetched at once because a picture or entry in them changed. */
const POSTS_RENEWED_AT_ONCE = 50;

/** Called with the posts an editor's change touched and the number of list pages. */
export type Listener = (slugs: ReadonlySet<string>, listPages: number) => Promise<void>;

interface RefreshParts {
  stock: Stock;
  lists: ListPages;
  listeners: readonly Listener[];
  pausesMs: readonly number[] | undefined;
}

/**
 * Follows each change of an editor's until the service shows it, and tells the listeners what has
 * changed.
 */
export function followChanges({ stock, lists, listeners, pausesMs }: RefreshParts): EditorChanges {
  let pagesBefore = 1;
  return new EditorChanges({
    pausesMs,
    ask,
    seen: hasSeen,
    affected: affectedBy,
    changed: async (slugs) => {
      const pages = Math.max(pagesBefore, lists.count);
      await Promise.all(listeners.map((listener) => listener(slugs, pages)));
    },
  });

  /** @returns the slugs of posts that changed */
  async function ask(changes: (ContentChange | undefined)[]): Promise<Set<string>> {
    const { catalogue, holdings, touched } = stock;
    pagesBefore = lists.count;
    holdings.expire();
    lists.expire();
    if (!(await stock.fetchCatalogue(true))) return new Set();
    await lists.fill(1, true);
    const affected = new Set(changes.flatMap(affectedBy));
    const old = [...affected].flatMap((slug) => {
      const found = catalogue.find(slug);
      const isOld = !Number.isFinite(holdings.checkedAt(slug));
      return found.state === 'listed' && isOld ? found.entry : [];
    });
    await Promise.all(
      old.slice(0, POSTS_RENEWED_AT_ONCE).map((entry) => stock.fetchPost(entry, true)),
    );
    const slugs = new Set(touched);
    touched.clear();
    return slugs;
  }

  /** Slugs of posts that are the changed entry or asset, or show it. */
  function affectedBy(change: ContentChange | undefined): string[] {
    if (!change) return [];
    const slug = stock.catalogue.slugOf(change.id);
    return [...(slug ? [slug] : []), ...stock.holdings.linkingTo(change.id)];
  }

  /** Nobody can tell this of anything but a post. */
  function hasSeen(change: ContentChange | undefined): boolean {
    if (!change?.isPost) return false;
    const { catalogue, holdings } = stock;
    const revision = catalogue.revisionOf(change.id);
    if (change.kind !== 'publish') return revision === undefined;
    if (change.revision === null || (revision ?? -1) < change.revision) return false;
    const held = holdings.get(catalogue.slugOf(change.id) ?? '');
    return held?.post.id !== change.id || (held.revision ?? 0) >= change.revision;
  }
}
