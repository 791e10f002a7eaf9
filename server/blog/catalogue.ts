import { validDate } from '../../shared/blog/valid-date.ts';
import { type CatalogueEntry, revisionKey } from './contentful/source.ts';

/** How many former slugs are remembered; the oldest are forgotten first. */
const FORMER_SLUGS = 10_000;

/** An entry that the site shows. */
export interface Listed extends CatalogueEntry {
  /** Its position in the service's own order, which the list call counts from. */
  position: number;
  /** When it may be shown, in milliseconds of the wall clock. */
  due: number;
  /** Changes with each publication. */
  key: string;
}

/** What an address of a post stands for. */
type Found =
  | { state: 'listed'; entry: Listed }
  | { state: 'moved'; slug: string }
  | { state: 'gone' }
  | { state: 'unknown' };

export type Catalogue = ReturnType<typeof createCatalogue>;

const dueOf = ({ publishedDate }: CatalogueEntry) =>
  validDate(publishedDate)?.getTime() ?? Number.MIN_SAFE_INTEGER;

/**
 * Every post that exists: what its address leads to, and its position in the list. Makes no calls. A
 * post dated in the future is absent until then.
 * @param wallClock milliseconds since 1970
 */
export function createCatalogue(wallClock: () => number) {
  let entries: CatalogueEntry[] | null = null;
  let byId = new Map<string, CatalogueEntry>();
  /** By slug, newest first. */
  let listed = new Map<string, Listed>();
  const former = new Map<string, string>();
  /** Slugs that became former ones since these were last taken, with their ids. */
  let remembered: [slug: string, id: string][] = [];
  let shown: readonly Listed[] = [];
  /** What was due then is due now: asking costs less than reading a clock. */
  let shownAt = Number.NEGATIVE_INFINITY;
  let nextDue = Number.POSITIVE_INFINITY;
  let version = 0;

  const isDue = ({ due }: Pick<Listed, 'due'>) => due <= shownAt || due <= wallClock();

  /** The slug under which an entry is known, shown or not. */
  const slugOf = (id: string) => byId.get(id)?.slug;

  function remember(entry: Pick<Listed, 'slug' | 'id' | 'due'>): void {
    if (!isDue(entry)) return; // it was never shown
    addFormer(entry.slug, entry.id);
    remembered.push([entry.slug, entry.id]);
  }

  function addFormer(slug: string, id: string): void {
    former.delete(slug);
    former.set(slug, id);
    const [oldest] = former.keys();
    if (former.size > FORMER_SLUGS) former.delete(oldest as string);
  }

  function show(): void {
    const all = [...listed.values()];
    shownAt = wallClock();
    shown = all.filter(isDue);
    // Newest first, so the last of those to come is the next to appear.
    nextDue = all[all.length - shown.length - 1]?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Shows what has become due since the last look. */
  function showDue(): void {
    if (!Number.isFinite(nextDue) || wallClock() < nextDue) return;
    show();
    version += 1;
  }

  /**
   * Takes in the service's answer. If several entries share a slug, the first counts.
   * @returns the slugs of posts that came, changed, moved or went, and the entries that are left
   * out, with the reason as their fault
   */
  function update(answer: CatalogueEntry[]): { touched: string[]; leftOut: CatalogueEntry[] } {
    const before = listed;
    const leftOut: CatalogueEntry[] = [];
    const all: Listed[] = [];
    const slugs = new Set<string>();
    for (const [position, entry] of answer.entries()) {
      const fault = entry.fault ?? (slugs.has(entry.slug) ? 'a newer entry has its slug' : null);
      if (fault !== null) leftOut.push({ ...entry, fault });
      else {
        slugs.add(entry.slug);
        all.push({ ...entry, position, due: dueOf(entry), key: revisionKey(entry) });
      }
    }
    // The service sorts by date; sorting again keeps the list newest first even if it did not.
    all.sort((a, b) => b.due - a.due);
    entries = answer;
    byId = new Map(answer.map((entry) => [entry.id, entry]));
    listed = new Map(all.map((entry) => [entry.slug, entry]));
    for (const entry of before.values()) {
      const now = listed.get(entry.slug);
      if (now?.id !== entry.id || !isDue(now)) remember(entry);
    }
    // A tag that is renamed changes no revision.
    const shownAs = (entry?: Listed) => entry && `${entry.key} ${entry.tags}`;
    const touched = [...slugs, ...before.keys()].filter(
      (slug) => shownAs(before.get(slug)) !== shownAs(listed.get(slug)),
    );
    show();
    if (touched.length > 0) version += 1;
    return { touched, leftOut };
  }

  return {
    /** False until a catalogue has been read, however old it is. */
    get known(): boolean {
      return entries !== null;
    },
    /** Rises with every visible change. */
    get version(): number {
      showDue();
      return version;
    },
    /** Newest first. */
    get shown(): readonly Listed[] {
      showDue();
      return shown;
    },
    /** The service's last answer. */
    get entries(): readonly CatalogueEntry[] {
      return entries ?? [];
    },
    /** Slugs that became former ones since the last time, with their ids. */
    takeRemembered(): [slug: string, id: string][] {
      const slugs = remembered;
      remembered = [];
      return slugs;
    },
    /**
     * Takes in what was known before a restart, or is known to another replica, whether or not the
     * service has answered meanwhile.
     */
    learn(before: CatalogueEntry[] | null, others: [slug: string, id: string][]): void {
      const { size } = former;
      for (const [slug, id] of others) if (!former.has(slug)) addFormer(slug, id);
      if (entries === null && before) update(before);
      else
        for (const entry of before ?? [])
          if (entry.fault === null && listed.get(entry.slug)?.id !== entry.id)
            remember({ ...entry, due: dueOf(entry) });
      if (former.size !== size) version += 1;
    },
    slugOf,
    /** What became due after one time and not after another, in milliseconds of the wall clock. */
    dueBetween: (after: number, until: number): Listed[] =>
      [...listed.values()].filter(({ due }) => due > after && due <= until),
    /** The revision that the service last gave; undefined when it has no such entry. */
    revisionOf: (id: string): number | null | undefined => byId.get(id)?.revision,
    find(slug: string): Found {
      const entry = listed.get(slug);
      if (entry && isDue(entry)) return { state: 'listed', entry };
      const id = former.get(slug);
      if (id === undefined) return { state: 'unknown' };
      const now = listed.get(slugOf(id) ?? '');
      if (now?.id === id && isDue(now)) return { state: 'moved', slug: now.slug };
      return { state: byId.has(id) ? 'unknown' : 'gone' };
    },
    update,
    /** Records that the service lacks a post which it listed. */
    retire(entry: Listed): void {
      byId.delete(entry.id);
      listed.delete(entry.slug);
      remember(entry);
      show();
      version += 1;
    },
  };
}
