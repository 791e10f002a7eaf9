import type { RejectedEntry } from './parse/parse-content.ts';

/** The most former slugs that are remembered; the oldest are forgotten first. */
export const MAX_FORMER_SLUGS = 10_000;

/** The entry that was last published under a slug, and the time when that was last seen. */
export interface LastEntry {
  entryId: string;
  /** The `readAt` of a snapshot, or the moment from which the entry was published since then. */
  lastSeenAt: number;
}

/**
 * The last entry under each slug, today's and former ones: it tells an address that moved (301) or
 * went (410) from one that never was (404).
 */
export type SlugHistory = ReadonlyMap<string, LastEntry>;

/** An entry that has an address. */
export interface AddressedEntry {
  id: string;
  slug: string;
  /** Former slugs that the entry itself names. */
  aliases?: readonly string[];
  title: string;
  /** The date from which it is shown, in milliseconds since 1970. */
  publishAt: number;
}

/** The target of a slug. */
export type ResolvedSlug<Entry> =
  | { kind: 'entry'; entry: Entry }
  | { kind: 'redirect'; slug: string }
  | { kind: 'gone' }
  | { kind: 'not-found' };

interface PublishedOptions<Entry extends AddressedEntry> {
  entries: readonly Entry[];
  /** Entries that the source has and the site cannot show: their addresses are not gone. */
  rejected: readonly RejectedEntry[];
  /** The time at which the entries were read, in milliseconds since 1970. */
  readAt: number;
  now: number;
  previous?: Published<Entry> | undefined;
  /** The slugs that other replicas have seen, or this site before its start. */
  slugHistory?: SlugHistory | undefined;
}

/**
 * The entries of one kind at one moment, by their slugs. The newest due entry of a slug is shown;
 * one that is dated ahead is absent until then.
 */
export class Published<Entry extends AddressedEntry> {
  /** Shown entries by slug, newest first. */
  readonly visible: ReadonlyMap<string, Entry>;
  /** Entries whose slug another entry has. */
  readonly conflicts: readonly RejectedEntry[];
  /**
   * The time at which the next entry appears, or takes the slug of another; Infinity when none
   * will.
   */
  readonly nextPublishAt: number;
  readonly slugHistory: SlugHistory;
  readonly readAt: number;
  readonly #entryIds: ReadonlySet<string>;
  readonly #visibleById: ReadonlyMap<string, Entry>;
  readonly #aliases: ReadonlyMap<string, Entry>;

  constructor(options: PublishedOptions<Entry>) {
    const { rejected, readAt, now, previous, slugHistory = new Map() } = options;
    const entries = options.entries.toSorted((a, b) => b.publishAt - a.publishAt);
    const chosen = new Map<string, Entry>();
    for (const entry of entries) {
      const newer = chosen.get(entry.slug);
      if (newer && newer.publishAt <= now) continue;
      chosen.delete(entry.slug);
      chosen.set(entry.slug, entry);
    }
    this.visible = new Map([...chosen].filter(([, { publishAt }]) => publishAt <= now));
    this.conflicts = entries.flatMap((entry) => {
      const winner = chosen.get(entry.slug) as Entry;
      return winner === entry
        ? []
        : [{ id: entry.id, issue: describeConflict(entry, winner, now) }];
    });
    this.nextPublishAt =
      entries.findLast(({ publishAt }) => publishAt > now)?.publishAt ?? Number.POSITIVE_INFINITY;
    this.readAt = readAt;
    this.#entryIds = new Set([...entries, ...rejected].map(({ id }) => id));
    const shown = [...this.visible.values()];
    this.#visibleById = new Map(shown.map((entry) => [entry.id, entry]));
    this.#aliases = new Map(
      shown.toReversed().flatMap((entry) => (entry.aliases ?? []).map((alias) => [alias, entry])),
    );
    const known = previous ? mergeSlugHistory(previous.slugHistory, slugHistory) : slugHistory;
    this.slugHistory = limitSlugHistory(recordSlugs(known, previous, this), this.visible);
  }

  /** The issue of an entry whose slug another one that is shown has; [] for any other. */
  slugIssues({ id, slug }: Pick<Entry, 'id' | 'slug'>): string[] {
    const other = this.visible.get(slug);
    if (!other || other.id === id) return [];
    return [`Its slug "${slug}" is already used by "${other.title}": choose another.`];
  }

  resolveSlug(slug: string): ResolvedSlug<Entry> {
    const entry = this.visible.get(slug);
    if (entry) return { kind: 'entry', entry };
    const id = this.slugHistory.get(slug)?.entryId;
    const moved = this.#aliases.get(slug) ?? this.#visibleById.get(id ?? '');
    if (moved) return { kind: 'redirect', slug: moved.slug };
    if (id === undefined) return { kind: 'not-found' };
    return { kind: this.#entryIds.has(id) ? 'not-found' : 'gone' };
  }
}

function describeConflict(entry: AddressedEntry, winner: AddressedEntry, now: number): string {
  const isNewer = winner.publishAt > entry.publishAt;
  const taken = `its slug "${entry.slug}" is already used by "${winner.title}"`;
  if (entry.publishAt > now) return `${taken}; this post takes its place on its own date`;
  return isNewer ? `${taken}, which is newer` : taken;
}

/** The published slugs of one snapshot. */
interface PublishedSlugs {
  visible: ReadonlyMap<string, { id: string; publishAt: number }>;
  readAt: number;
}

/** Returns the history after one snapshot has followed another. */
export function recordSlugs(
  slugHistory: SlugHistory,
  previous: PublishedSlugs | undefined,
  next: PublishedSlugs,
): SlugHistory {
  const history = new Map(slugHistory);
  if (previous)
    for (const [slug, { id, publishAt }] of previous.visible)
      if (next.visible.get(slug)?.id !== id)
        record(history, slug, { entryId: id, lastSeenAt: Math.max(previous.readAt, publishAt) });
  for (const [slug, { id, publishAt }] of next.visible)
    if (history.get(slug)?.entryId !== id)
      record(history, slug, { entryId: id, lastSeenAt: Math.max(next.readAt, publishAt) });
  return history;
}

/** Merges the histories of two replicas. The later entry under a slug counts. */
export function mergeSlugHistory(a: SlugHistory, b: SlugHistory): SlugHistory {
  const history = new Map(a);
  for (const [slug, entry] of b) record(history, slug, entry);
  return history;
}

/** Records an entry under a slug as the last key of the map. */
function record(history: Map<string, LastEntry>, slug: string, entry: LastEntry): void {
  const known = history.get(slug);
  if (known && known.lastSeenAt > entry.lastSeenAt) return;
  history.delete(slug);
  history.set(slug, entry);
}

/** Forgets the oldest former slugs beyond 10,000; the slugs of today are all kept. */
export function limitSlugHistory(
  history: SlugHistory,
  visible: PublishedSlugs['visible'],
): SlugHistory {
  let excess = history.size - visible.size - MAX_FORMER_SLUGS;
  if (excess <= 0) return history;
  const kept = new Map(history);
  for (const slug of history.keys()) {
    if (excess <= 0) break;
    if (!visible.has(slug) && kept.delete(slug)) excess -= 1;
  }
  return kept;
}
