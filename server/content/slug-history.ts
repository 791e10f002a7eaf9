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
