import { validDate } from '../../../shared/blog/valid-date.ts';
import { type CatalogueEntry, revisionKey } from '../source/source.ts';

/** How many former slugs are remembered; the oldest are forgotten first. */
const FORMER_SLUGS = 10_000;

/** An entry that the site shows. */
export interface Listed extends CatalogueEntry {
  /** Its place in the service's own order, which the list call counts from. */
  place: number;
  /** When it may be shown, in milliseconds of the wall clock. */
  due: number;
  /** Changes with each publication. */
  key: string;
}

/** The part that survives a restart. */
export interface KeptCatalogue {
  entries: CatalogueEntry[];
  former: [slug: string, id: string][];
}

/** What an address of a post stands for. */
type Found =
  | { state: 'listed'; entry: Listed }
  | { state: 'moved'; slug: string }
  | { state: 'gone' }
  | { state: 'unknown' };

/**
 * Every post that exists: what its address leads to, and its place in the list. Makes no calls. A
 * post dated in the future is absent until then.
 */
export class Catalogue {
  readonly #wallClock: () => number;
  #entries: CatalogueEntry[] | null = null;
  #byId = new Map<string, CatalogueEntry>();
  /** By slug, newest first. */
  #listed = new Map<string, Listed>();
  #former = new Map<string, string>();
  #shown: readonly Listed[] = [];
  /** What was due then is due now: asking costs less than reading a clock. */
  #shownAt = Number.NEGATIVE_INFINITY;
  #nextDue = Number.POSITIVE_INFINITY;
  #edition = 0;

  /** @param wallClock milliseconds since 1970 */
  constructor(wallClock: () => number) {
    this.#wallClock = wallClock;
  }

  /** False until a catalogue has been read, however old it is. */
  get known(): boolean {
    return this.#entries !== null;
  }

  /** Rises with every visible change. */
  get edition(): number {
    this.#showDue();
    return this.#edition;
  }

  /** Newest first. */
  get shown(): readonly Listed[] {
    this.#showDue();
    return this.#shown;
  }

  get kept(): KeptCatalogue {
    return { entries: this.#entries ?? [], former: [...this.#former] };
  }

  restore({ entries, former }: KeptCatalogue): void {
    this.adopt(entries);
    this.#former = new Map(former);
  }

  /** The revision that the service last gave; undefined when it has no such entry. */
  revisionOf(id: string): number | null | undefined {
    return this.#byId.get(id)?.revision;
  }

  /** The slug under which an entry is known, shown or not. */
  slugOf(id: string): string | undefined {
    return this.#byId.get(id)?.slug;
  }

  find(slug: string): Found {
    const entry = this.#listed.get(slug);
    if (entry) return this.#isDue(entry) ? { state: 'listed', entry } : { state: 'unknown' };
    const id = this.#former.get(slug);
    if (id === undefined) return { state: 'unknown' };
    const now = this.#listed.get(this.slugOf(id) ?? '');
    if (now?.id === id && this.#isDue(now)) return { state: 'moved', slug: now.slug };
    return { state: this.#byId.has(id) ? 'unknown' : 'gone' };
  }

  /**
   * Takes in the service's answer. If several entries share a slug, the first counts.
   * @returns the slugs of posts that came, changed, moved or went, and the entries that are left
   * out, with the reason as their fault
   */
  adopt(entries: CatalogueEntry[]): { touched: string[]; leftOut: CatalogueEntry[] } {
    const before = this.#listed;
    const leftOut: CatalogueEntry[] = [];
    const listed: Listed[] = [];
    const slugs = new Set<string>();
    for (const [place, entry] of entries.entries()) {
      const fault = entry.fault ?? (slugs.has(entry.slug) ? 'a newer entry has its slug' : null);
      if (fault !== null) leftOut.push({ ...entry, fault });
      else {
        slugs.add(entry.slug);
        const due = validDate(entry.publishedDate)?.getTime() ?? Number.MIN_SAFE_INTEGER;
        listed.push({ ...entry, place, due, key: revisionKey(entry) });
      }
    }
    // The service sorts by date; sorting again keeps the list newest first even if it did not.
    listed.sort((a, b) => b.due - a.due);
    this.#entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#listed = new Map(listed.map((entry) => [entry.slug, entry]));
    for (const entry of before.values())
      if (this.slugOf(entry.id) !== entry.slug) this.#remember(entry);
    for (const slug of slugs) this.#former.delete(slug);
    const touched = [...slugs, ...before.keys()].filter(
      (slug) => before.get(slug)?.key !== this.#listed.get(slug)?.key,
    );
    this.#show();
    if (touched.length > 0) this.#edition += 1;
    return { touched, leftOut };
  }

  /**
   * Records that the service lacks a post which it listed. @param seen whether the site has ever
   * shown it
   */
  retire(entry: Listed, seen: boolean): void {
    this.#byId.delete(entry.id);
    this.#listed.delete(entry.slug);
    if (seen) this.#remember(entry);
    this.#show();
    this.#edition += 1;
  }

  #remember(entry: Listed): void {
    if (!this.#isDue(entry)) return; // it was never shown
    this.#former.delete(entry.slug);
    this.#former.set(entry.slug, entry.id);
    const [oldest] = this.#former.keys();
    if (this.#former.size > FORMER_SLUGS) this.#former.delete(oldest as string);
  }

  #isDue({ due }: Listed): boolean {
    return due <= this.#shownAt || due <= this.#wallClock();
  }

  /** Shows what has become due since the last look. */
  #showDue(): void {
    if (!Number.isFinite(this.#nextDue) || this.#wallClock() < this.#nextDue) return;
    this.#show();
    this.#edition += 1;
  }

  #show(): void {
    const listed = [...this.#listed.values()];
    this.#shownAt = this.#wallClock();
    this.#shown = listed.filter((entry) => this.#isDue(entry));
    // Newest first, so the last of those to come is the next to appear.
    this.#nextDue = listed[listed.length - this.#shown.length - 1]?.due ?? Number.POSITIVE_INFINITY;
  }
}
