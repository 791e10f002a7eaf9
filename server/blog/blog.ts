import { isDeepStrictEqual } from 'node:util';
import { type PostLink, type PostTag, validDate } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Body } from './body.ts';
import { type CatalogueEntry, revisionKey } from './contentful/source.ts';
import { pageCountOf, versionOf } from './lookup.ts';
import { hasPage, namedBy, nextToRead, type Tag, tagPaths, tagsOf } from './tags.ts';

/** More are forgotten, the oldest first. */
const FORMER_ADDRESSES = 10_000;
/** Shown above the list of all posts. */
const TAGS_OF_THE_LIST = 12;
/** How many posts of one tag are looked at for what to read next: one may be the post itself. */
const ALIKE = 4;
/** Fewer are looked through as quickly as they are searched. */
const POSTS_OF_A_SEARCH = 50;

/** Before every catalogue. */
const NEVER = 0;

/** Which post was last shown under a slug, and in which catalogue: its `askedAt`. */
export interface Sighting {
  id: string;
  at: number;
}

/** All that is known of the posts, by what the service said and by what was seen before. */
export interface Known {
  /** Newest first, in the order that the service's list counts in; null before its first answer. */
  entries: readonly CatalogueEntry[] | null;
  /**
   * When the service was asked for them: milliseconds since 1970, and after every catalogue that was
   * known then, so that a clock which was set back changes no order.
   */
  askedAt: number;
  /** By id of the entry. */
  bodies: ReadonlyMap<string, Body>;
  /** By slug, whether the post is still there or has moved or gone. */
  addresses: ReadonlyMap<string, Sighting>;
}

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
interface Listing {
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

/** What an address stands for. */
export type Found =
  | { state: 'listed'; entry: Listed; body: Body | undefined }
  | { state: 'moved'; slug: string }
  | { state: 'gone' }
  | { state: 'missing' };

/** A page of a list, of which some posts may not have come yet. */
export interface ListPage {
  entries: readonly Listed[];
  lacking: readonly Listed[];
  page: number;
  pageCount: number;
  tags: readonly PostTag[];
  hasSearch: boolean;
  /** Changes when, and only when, what it shows does. */
  version: string;
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

/**
 * Who was seen under which slug, after one listing has taken another's place: of those that left an
 * address, and of those that came to one.
 */
function seenAfter(before: Blog, listing: Listing, askedAt: number): Known['addresses'] {
  const seen: [slug: string, sighting: Sighting][] = [];
  for (const { slug, id, due } of before.listing.shown.values())
    if (listing.shown.get(slug)?.id !== id)
      seen.push([slug, { id, at: Math.max(before.askedAt, due) }]);
  for (const { slug, id, due } of listing.shown.values()) {
    const was = before.listing.shown.get(slug);
    if (before.addresses.get(slug)?.id !== id || (was && was.id !== id))
      seen.push([slug, { id, at: Math.max(askedAt, due) }]);
  }
  return withSightings(before.addresses, seen, listing);
}

/** Of what was seen under a slug the last counts. */
function withSightings(
  addresses: Known['addresses'],
  seen: Iterable<readonly [slug: string, sighting: Sighting]>,
  { shown }: Listing,
): Known['addresses'] {
  const all = new Map(addresses);
  for (const [slug, sighting] of seen) {
    const last = all.get(slug);
    if (last && last.at > sighting.at) continue;
    all.delete(slug);
    all.set(slug, sighting);
  }
  let excess = all.size - shown.size - FORMER_ADDRESSES;
  for (const slug of all.keys()) {
    if (excess <= 0) break;
    if (!shown.has(slug) && all.delete(slug)) excess -= 1;
  }
  return all;
}

/** An answer that another overtook tells only what was seen in between. */
function seenMeanwhile(
  { addresses }: Blog,
  { entries, askedAt = NEVER }: News,
  now: number,
): [slug: string, sighting: Sighting][] {
  const { shown } = listingOf(entries ?? [], NONE, now);
  return [...shown.values()]
    .filter(({ slug, id }) => addresses.get(slug)?.id !== id)
    .map(({ slug, id }) => [slug, { id, at: askedAt }]);
}

/** Whether one body is to take the place of another of the same entry. */
const isNewer = (body: Pick<Body, 'revision'>, before: Body | undefined): boolean =>
  (body.revision ?? 0) >= (before?.revision ?? 0);

/** What is learned of the posts, from the service or from another replica. */
export interface News {
  /** What the service listed, with when it was asked: see `Known`. */
  entries?: Known['entries'];
  askedAt?: number;
  bodies?: Iterable<Body>;
  addresses?: Known['addresses'];
  /** Id of an entry that the service lists and does not have. */
  lacking?: string;
}

const NONE: ReadonlySet<string> = new Set();

/** All that is known of the posts at a moment. It never changes: news makes another one. */
export class Blog implements Known {
  readonly entries: Known['entries'];
  readonly askedAt: number;
  readonly bodies: Known['bodies'];
  readonly addresses: Known['addresses'];
  readonly listing: Listing;
  /** Ids of entries that the service lists and does not have. */
  readonly #lacking: ReadonlySet<string>;
  /**
   * Whether the body of every post has been there. From then on a post is in lists once it has come;
   * before, a list waits for those that it lacks.
   */
  readonly isComplete: boolean;
  /** Made when they are first asked for. */
  readonly #pages = new Map<string, ListPage | null>();
  readonly #versions = new Map<string, string>();
  #inLists: readonly Listed[] | undefined;
  #tags: ReadonlyMap<string, Tag<Listed>> | undefined;

  constructor(known: Known, listing: Listing, lacking = NONE, wasComplete = false) {
    this.entries = known.entries;
    this.askedAt = known.askedAt;
    this.bodies = known.bodies;
    this.addresses = known.addresses;
    this.listing = listing;
    this.#lacking = lacking;
    const hasEvery = () => [...listing.shown.values()].every(({ id }) => known.bodies.has(id));
    this.isComplete = wasComplete || (known.entries !== null && hasEvery());
  }

  /** Every post that is shown, newest first. */
  get shown(): Listed[] {
    return [...this.listing.shown.values()];
  }

  /**
   * With what has been learned, at a later moment, when the date of a post may have come. Of lists
   * and of sightings the last counts, of posts the highest revision.
   * @param now milliseconds since 1970
   */
  after(news: News, now: number): Blog {
    const { entries: told = null, bodies = [], addresses } = news;
    const isLater = told !== null && (news.askedAt ?? NEVER) > this.askedAt;
    const askedAt = isLater ? (news.askedAt ?? NEVER) : this.askedAt;
    // The same array where nothing has changed: by that the last copy knows it.
    const isListedOtherwise = isLater && !isDeepStrictEqual(told, this.entries);
    const entries = isListedOtherwise ? told : this.entries;
    let lacking = isLater ? NONE : this.#lacking;
    if (news.lacking !== undefined) lacking = new Set([...lacking, news.lacking]);
    const isSame = !isListedOtherwise && lacking === this.#lacking && now < this.listing.nextDue;
    const listing = isSame ? this.listing : listingOf(entries ?? [], lacking, now);

    let seen = isSame ? this.addresses : seenAfter(this, listing, askedAt);
    if (told && !isLater) seen = withSightings(seen, seenMeanwhile(this, news, now), listing);
    if (addresses) seen = withSightings(seen, addresses, listing);

    const held = new Map(this.bodies);
    for (const body of bodies) if (isNewer(body, held.get(body.id))) held.set(body.id, body);
    if (!isSame) for (const id of held.keys()) if (!listing.present.has(id)) held.delete(id);

    const known = { entries, askedAt, bodies: held, addresses: seen };
    return new Blog(known, listing, lacking, this.isComplete);
  }

  /** What the address of a post leads to. */
  post(slug: string): Found {
    const entry = this.listing.shown.get(slug);
    if (entry) return { state: 'listed', entry, body: this.bodies.get(entry.id) };
    const id = this.addresses.get(slug)?.id;
    if (id === undefined) return { state: 'missing' };
    const now = this.listing.candidates.get(id);
    if (now && this.listing.shown.get(now.slug) === now) return { state: 'moved', slug: now.slug };
    return { state: this.listing.present.has(id) ? 'missing' : 'gone' };
  }

  /** Whether a post never came, or in another revision than the one listed. */
  isOutdated({ id, key, revision }: Listed): boolean {
    const body = this.bodies.get(id);
    return !body || (body.key !== key && isNewer({ revision }, body));
  }

  /** What is to be fetched, newest first. */
  outdated(): Listed[] {
    return [...this.listing.candidates.values()].filter((entry) => this.isOutdated(entry));
  }

  /** Ids of the posts that show or link to an entry or asset. */
  linkingTo(id: string): string[] {
    return [...this.bodies.values()].filter(({ links }) => links.includes(id)).map(({ id }) => id);
  }

  /** A page of twenty posts: of all, or of a tag by its slug; null when there is no such page. */
  list(page: number, tag?: string): ListPage | null {
    const name = `${page} ${tag ?? ''}`;
    let found = this.#pages.get(name);
    if (found === undefined) {
      found = this.#makePage(page, tag);
      // Pages that do not exist may be asked for without end.
      if (found) this.#pages.set(name, found);
    }
    return found;
  }

  #makePage(page: number, slug: string | undefined): ListPage | null {
    const tag = slug === undefined ? undefined : this.#tagPages().get(slug);
    if (slug !== undefined && !tag) return null;
    const all = tag ? tag.posts : this.#listable();
    const pageCount = pageCountOf(all.length);
    if (page > pageCount) return null;
    const entries = all.slice((page - 1) * BLOG_PAGE_SIZE, page * BLOG_PAGE_SIZE);
    let tags: PostTag[] = [];
    if (tag) tags = [tag];
    else if (page === 1)
      tags = [...this.#tagPages().values()]
        .sort((one, other) => other.posts.length - one.posts.length)
        .slice(0, TAGS_OF_THE_LIST);
    const shownTags = tags.map(({ slug, name }) => ({ slug, name }));
    const hasSearch = tag === undefined && this.hasSearch;
    const versions = entries.map((entry) => [
      entry.slug,
      this.bodies.get(entry.id)?.version,
      this.namesOf(entry),
    ]);
    return {
      entries,
      lacking: entries.filter(({ id }) => !this.bodies.has(id)),
      page,
      pageCount,
      tags: shownTags,
      hasSearch,
      version: versionOf([versions, pageCount, shownTags, hasSearch]),
    };
  }

  /** There are enough posts for a search. */
  get hasSearch(): boolean {
    return this.listing.shown.size >= POSTS_OF_A_SEARCH;
  }

  #listable(): readonly Listed[] {
    this.#inLists ??= this.isComplete
      ? this.shown.filter(({ id }) => this.bodies.has(id))
      : this.shown;
    return this.#inLists;
  }

  /** Names of all that a post is tagged with, as far as it has come. */
  namesOf({ id, tags }: Listed): string[] {
    const names = [...tags, ...(this.bodies.get(id)?.tags ?? [])];
    return namedBy(names).map(({ name }) => name);
  }

  #allTags(): ReadonlyMap<string, Tag<Listed>> {
    this.#tags ??= tagsOf(this.#listable(), (entry) => this.namesOf(entry));
    return this.#tags;
  }

  #tagPages(): ReadonlyMap<string, Tag<Listed>> {
    return new Map([...this.#allTags()].filter(([, tag]) => hasPage(tag)));
  }

  /** Addresses of all pages of tags. */
  tagPaths(): string[] {
    return [...this.#tagPages().values()].flatMap(tagPaths);
  }

  /** What a post shows of others: what to read next, and pages of its tags. */
  linksOf(entry: Listed): { next: PostLink[]; tagPages: PostTag[] } {
    const tags = namedBy(this.namesOf(entry)).flatMap(({ slug }) => {
      const tag = this.#allTags().get(slug);
      return tag ? [tag] : [];
    });
    const alike = tags
      .flatMap(({ posts }) => posts.slice(0, ALIKE))
      .sort((one, other) => other.due - one.due);
    const post = { slug: entry.slug, next: this.bodies.get(entry.id)?.next };
    return {
      next: nextToRead(post, this.#listable(), alike),
      tagPages: tags.filter(hasPage).map(({ slug, name }) => ({ slug, name })),
    };
  }

  /** Of the page of a post: changes when, and only when, what it shows does. */
  versionOf(entry: Listed, body: Body): string {
    let version = this.#versions.get(entry.id);
    if (version === undefined) {
      version = versionOf([entry.slug, body.version, this.linksOf(entry)]);
      this.#versions.set(entry.id, version);
    }
    return version;
  }
}

/** What is known of the posts at a moment. @param now milliseconds since 1970 */
export function blogOf(
  entries: Known['entries'],
  bodies: Known['bodies'],
  addresses: Known['addresses'],
  now: number,
): Blog {
  const listing = listingOf(entries ?? [], NONE, now);
  return new Blog({ entries, askedAt: NEVER, bodies, addresses }, listing);
}

/** What of a blog is stored: of each part, what tells one state of it from another. */
export interface Stored {
  entries: Known['entries'];
  askedAt: number;
  bodies: ReadonlyMap<string, Pick<Body, 'revision' | 'version'>>;
  addresses: Known['addresses'];
}

export interface Difference {
  /** Whether the service lists something else. */
  isListedOtherwise: boolean;
  /** Posts that came or changed. */
  came: Body[];
  /** Ids of posts that went. */
  went: string[];
  /** Who was seen where, of addresses that have another post than before. */
  seen: [slug: string, sighting: Sighting][];
  /** Slugs of addresses that are remembered no more. */
  forgotten: string[];
}

/** What came, changed, moved and went between what is stored and a blog. */
export function diff(before: Stored, after: Blog): Difference {
  const isOther = (body: Body) => {
    const stored = before.bodies.get(body.id);
    return stored?.version !== body.version || (stored.revision ?? 0) !== (body.revision ?? 0);
  };
  const isSeen = ([slug, { id, at }]: [string, Sighting]) => {
    const stored = before.addresses.get(slug);
    return stored?.id !== id || stored.at !== at;
  };
  return {
    isListedOtherwise: before.entries !== after.entries,
    came: [...after.bodies.values()].filter(isOther),
    went: [...before.bodies.keys()].filter((id) => !after.bodies.has(id)),
    seen: [...after.addresses].filter(isSeen),
    forgotten: [...before.addresses.keys()].filter((slug) => !after.addresses.has(slug)),
  };
}
