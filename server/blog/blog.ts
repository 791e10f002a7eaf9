import { isDeepStrictEqual } from 'node:util';
import type { PostLink, PostTag } from '../../shared/blog/post.ts';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { CatalogueEntry } from '../content/contentful/source.ts';
import type { Body } from './body.ts';
import { type Listed, type Listing, listingOf } from './listing.ts';
import { pageCountOf, versionOf } from './lookup.ts';
import { type Addresses, addressesAfter, seenMeanwhile, withSightings } from './sightings.ts';
import { hasPage, namedBy, nextToRead, type Tag, tagPaths, tagsOf } from './tags.ts';

/** Shown above the list of all posts. */
const TAGS_OF_THE_LIST = 12;
/** How many posts of one tag are looked at for what to read next: one may be the post itself. */
const ALIKE = 4;
/** Fewer are looked through as quickly as they are searched. */
const POSTS_OF_A_SEARCH = 50;

/** Before every catalogue. */
const NEVER = 0;

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
  addresses: Addresses;
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
    const { entries: answer = null, askedAt: newsAskedAt = NEVER, bodies = [], addresses } = news;
    const isLater = answer !== null && newsAskedAt > this.askedAt;
    const askedAt = isLater ? newsAskedAt : this.askedAt;
    // The same array where nothing has changed: by that the last copy knows it.
    const isListedOtherwise = isLater && !isDeepStrictEqual(answer, this.entries);
    const entries = isListedOtherwise ? answer : this.entries;
    let lacking = isLater ? NONE : this.#lacking;
    if (news.lacking !== undefined) lacking = new Set([...lacking, news.lacking]);
    const isSame = !isListedOtherwise && lacking === this.#lacking && now < this.listing.nextDue;
    const listing = isSame ? this.listing : listingOf(entries ?? [], lacking, now);

    let seen = isSame ? this.addresses : addressesAfter(this, listing, askedAt);
    if (answer && !isLater) {
      const overtaken = listingOf(answer, NONE, now);
      seen = withSightings(seen, seenMeanwhile(this.addresses, overtaken, newsAskedAt), listing);
    }
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
