import { validDate } from '../../shared/blog/post.ts';
import { type CatalogueEntry, revisionKey } from './contentful/source.ts';

/** More are forgotten, the oldest first. */
const FORMER_SLUGS = 10_000;

/** That a post was under a slug, in an answer asked for at this time (milliseconds since 1970). */
export type Sighting = [slug: string, id: string, at: number];

/** An entry that the site shows. */
export interface Listed extends CatalogueEntry {
  /** In the service's own order, which the list call counts from. */
  position: number;
  /** When it may be shown, in milliseconds of the wall clock. */
  due: number;
  /** Changes with each publication. */
  key: string;
  /** Whether the service finds another entry first, which has the slug too and is not due yet. */
  isSecond: boolean;
}

type Found =
  | { state: 'listed'; entry: Listed }
  | { state: 'moved'; slug: string }
  | { state: 'gone' }
  | { state: 'unknown' };

export type Catalogue = ReturnType<typeof createCatalogue>;

/** When a post may be shown, in milliseconds since 1970. */
export const dueOf = ({ publishedDate }: Pick<CatalogueEntry, 'publishedDate'>) =>
  validDate(publishedDate)?.getTime() ?? Number.MIN_SAFE_INTEGER;

/**
 * Every post that exists: what its address leads to, and its position in the list. Makes no calls. A
 * post dated in the future is absent until then.
 *
 * Of answers the one that was asked for last counts, and of what was seen under a slug the last: so
 * replicas agree in whatever order they learn it from the service and from each other.
 * @param wallClock milliseconds since 1970
 */
export function createCatalogue(wallClock: () => number) {
  let askedAt = Number.NEGATIVE_INFINITY;
  let byId = new Map<string, CatalogueEntry>();
  /** Newest first, with every one of several posts under one slug. */
  let candidates: readonly Listed[] = [];
  /** By slug, newest first. */
  let listed = new Map<string, Listed>();
  /** By slug, the post that was last seen there, whether it is still or has moved or gone. */
  const seen = new Map<string, { id: string; at: number; isSaved: boolean }>();
  let shown: readonly Listed[] = [];
  /** What was due then is due now: asking costs less than reading a clock. */
  let shownAt = Number.NEGATIVE_INFINITY;
  let nextDue = Number.POSITIVE_INFINITY;
  let version = 0;

  const isDue = ({ due }: Pick<Listed, 'due'>) => due <= shownAt || due <= wallClock();

  function learn([slug, id, at]: Sighting, isSaved: boolean): void {
    const last = seen.get(slug);
    if (!last || last.at < at) {
      seen.delete(slug);
      seen.set(slug, { id, at, isSaved });
    } else if (isSaved && last.id === id) last.isSaved = true;
  }

  function see(entry: Listed, at: number): void {
    if (isDue(entry)) learn([entry.slug, entry.id, at], false); // or it was never shown
  }

  function forgetOldest(): void {
    let excess = seen.size - listed.size - FORMER_SLUGS;
    for (const slug of seen.keys()) {
      if (excess <= 0) return;
      if (!listed.has(slug) && seen.delete(slug)) excess -= 1;
    }
  }

  /** Of several posts under one slug, the newest of those that are due, or the next to be. */
  function bySlug(all: readonly Listed[]): Map<string, Listed> {
    const chosen = new Map<string, Listed>();
    for (const entry of all) {
      const newer = chosen.get(entry.slug);
      if (newer && isDue(newer)) continue;
      chosen.delete(entry.slug);
      chosen.set(entry.slug, entry);
    }
    return chosen;
  }

  function show(): void {
    shownAt = wallClock();
    listed = bySlug(candidates);
    shown = [...listed.values()].filter(isDue);
    nextDue = candidates.findLast((entry) => !isDue(entry))?.due ?? Number.POSITIVE_INFINITY;
  }

  /** Shows what has become due since the last look. */
  function showDue(): void {
    if (!Number.isFinite(nextDue) || wallClock() < nextDue) return;
    show();
    version += 1;
  }

  /**
   * @param at when this was asked for
   * @returns the slugs of posts that came, changed, moved or went, and the entries that are left
   * out, with the reason as their fault; null when it is no news
   */
  function update(answer: readonly CatalogueEntry[], at: number) {
    const slugs = new Set<string>();
    const all = [...answer.entries()].flatMap(([position, entry]): Listed[] => {
      if (entry.fault !== null) return [];
      const isSecond = slugs.has(entry.slug);
      slugs.add(entry.slug);
      return [{ ...entry, position, due: dueOf(entry), key: revisionKey(entry), isSecond }];
    });
    // The service sorts by date; sorting again keeps the list newest first even if it did not.
    all.sort((one, other) => other.due - one.due);
    const isNew = (entry: Listed) => seen.get(entry.slug)?.id !== entry.id;
    if (at <= askedAt) {
      for (const entry of bySlug(all).values()) if (isNew(entry)) see(entry, at);
      return null;
    }
    const [before, askedBefore] = [listed, askedAt];
    askedAt = at;
    byId = new Map(answer.map((entry) => [entry.id, entry]));
    candidates = all;
    show();
    // A tag that is renamed changes no revision.
    const shownAs = (entry?: Listed) => entry && `${entry.key} ${entry.tags}`;
    const touched = [...new Set([...listed.keys(), ...before.keys()])].filter(
      (slug) => shownAs(before.get(slug)) !== shownAs(listed.get(slug)),
    );
    for (const slug of touched) {
      const [was, is] = [before.get(slug), listed.get(slug)];
      if (was) see(was, askedBefore);
      if (is && (was || isNew(is))) see(is, at);
    }
    forgetOldest();
    if (touched.length > 0) version += 1;
    const hidden = all.flatMap((entry) => {
      const other = listed.get(entry.slug) as Listed;
      const why = isDue(entry) ? ', which is newer' : ' until its date';
      const fault = `its slug "${entry.slug}" is that of "${other.title}" too${why}`;
      return other === entry ? [] : { ...entry, fault };
    });
    return { touched, leftOut: [...answer.filter(({ fault }) => fault !== null), ...hidden] };
  }

  return {
    /** Whether there is one, however old. */
    get known(): boolean {
      return Number.isFinite(askedAt);
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
    /** -Infinity without one. */
    get askedAt(): number {
      return askedAt;
    },
    /** What was seen here since the last time. */
    takeUnsaved(): Sighting[] {
      const unsaved = [...seen].filter(([, { isSaved }]) => !isSaved);
      for (const [, sighting] of unsaved) sighting.isSaved = true;
      return unsaved.map(([slug, { id, at }]) => [slug, id, at]);
    },
    /** Takes in what was saved, here or elsewhere. */
    learn(saved: readonly Sighting[]): void {
      for (const sighting of saved) learn(sighting, true);
      forgetOldest();
    },
    /** What the service last said of an entry, shown or not; undefined when it has none such. */
    entry: (id: string): CatalogueEntry | undefined => byId.get(id),
    /** What became due after one time and not after another, in milliseconds of the wall clock. */
    dueBetween(after: number, until: number): Listed[] {
      showDue();
      return [...listed.values()].filter(({ due }) => due > after && due <= until);
    },
    find(slug: string): Found {
      showDue();
      const entry = listed.get(slug);
      if (entry && isDue(entry)) return { state: 'listed', entry };
      const id = seen.get(slug)?.id;
      if (id === undefined) return { state: 'unknown' };
      const now = listed.get(byId.get(id)?.slug ?? '');
      if (now?.id === id && isDue(now)) return { state: 'moved', slug: now.slug };
      return { state: byId.has(id) ? 'unknown' : 'gone' };
    },
    update,
    /** Records that the service lacks a post which it listed. */
    retire(entry: Listed): void {
      byId.delete(entry.id);
      candidates = candidates.filter((each) => each !== entry);
      see(entry, askedAt);
      show();
      version += 1;
    },
  };
}
