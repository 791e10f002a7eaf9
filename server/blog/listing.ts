import { validDate } from '../../shared/blog/post.ts';
import { type CatalogueEntry, revisionKey } from '../content/contentful/source.ts';

/** An entry that can be shown, from its date on. */
export interface Listed extends CatalogueEntry {
  /** In the service's own order, which the list call counts from. */
  position: number;
  /** When it may be shown, in milliseconds since 1970. */
  due: number;
  /** Changes with each publication. */
  key: string;
  /** Whether the service finds another entry first that has the slug too. */
  isSecond: boolean;
}

/** An entry that is not shown, and why. */
type LeftOut = Pick<CatalogueEntry, 'id' | 'fault'>;

/** What the entries come to at a moment. */
export interface Listing {
  /** Of the entries that the service has, by id. */
  present: ReadonlySet<string>;
  /** By id, newest first, with every one of several posts under one slug. */
  candidates: ReadonlyMap<string, Listed>;
  /** What is shown, by slug, newest first. */
  shown: ReadonlyMap<string, Listed>;
  leftOut: readonly LeftOut[];
  /** When the next one is due; Infinity when none is. */
  nextDue: number;
}

/** When a post may be shown, in milliseconds since 1970. */
const dueOf = ({ publishedDate }: Pick<CatalogueEntry, 'publishedDate'>) =>
  validDate(publishedDate)?.getTime() ?? Number.MIN_SAFE_INTEGER;

/**
 * What entries come to at a moment. Of several posts under one slug the newest counts that is due; a
 * post dated ahead is absent until then.
 * @param lacking ids of entries that the service lists and does not have
 * @param now milliseconds since 1970
 */
export function listingOf(
  entries: readonly CatalogueEntry[],
  lacking: ReadonlySet<string>,
  now: number,
): Listing {
  const slugs = new Set<string>();
  const candidates: Listed[] = [];
  for (const [position, entry] of entries.entries()) {
    if (entry.fault !== null || lacking.has(entry.id)) continue;
    const isSecond = slugs.has(entry.slug);
    slugs.add(entry.slug);
    const due = dueOf(entry);
    candidates.push({ ...entry, position, due, key: revisionKey(entry), isSecond });
  }
  // The service sorts by date; sorting again keeps the list newest first even if it did not.
  candidates.sort((one, other) => other.due - one.due);
  const chosen = new Map<string, Listed>();
  for (const entry of candidates) {
    const newer = chosen.get(entry.slug);
    if (newer && newer.due <= now) continue;
    chosen.delete(entry.slug);
    chosen.set(entry.slug, entry);
  }
  const hidden = candidates.flatMap((entry): LeftOut[] => {
    const other = chosen.get(entry.slug) as Listed;
    const why = entry.due <= now ? ', which is newer' : ' until its date';
    const fault = `its slug "${entry.slug}" is that of "${other.title}" too${why}`;
    return other === entry ? [] : [{ id: entry.id, fault }];
  });
  return {
    present: new Set(entries.map(({ id }) => id).filter((id) => !lacking.has(id))),
    candidates: new Map(candidates.map((entry) => [entry.id, entry])),
    shown: new Map([...chosen].filter(([, { due }]) => due <= now)),
    leftOut: [...entries.filter(({ fault }) => fault !== null), ...hidden],
    nextDue: candidates.findLast(({ due }) => due > now)?.due ?? Number.POSITIVE_INFINITY,
  };
}
