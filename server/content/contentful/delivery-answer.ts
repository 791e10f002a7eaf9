import { SLUG } from '../../../shared/addresses.ts';
import { type BlogFields, DEFAULT_FIELDS } from '../../config/site-file.ts';
import { at, type FollowLink, tagIdsOf, textOf, within } from './entry.ts';
import { createPostReader, PLAIN_READING, type Reading } from './normalise.ts';
import { type CatalogueEntry, ContentUnavailable, type FetchedPost } from './source.ts';

/** A well-formed answer of the delivery API. */
export interface EntriesAnswer {
  items: unknown[];
  /** Entries on all pages. */
  total: number;
  includes: unknown;
}

/**
 * Checks an answer of the delivery API: `{ sys: { type: 'Array' }, total, items, includes }`.
 * @throws {ContentUnavailable} for anything else: an outage must never pass for "no posts"
 */
export function readAnswer(answer: unknown): EntriesAnswer {
  const items = at(answer, 'items');
  if (at(answer, 'sys', 'type') !== 'Array' || !Array.isArray(items))
    throw new ContentUnavailable('malformed');
  const total = at(answer, 'total');
  return {
    items,
    total: Number.isSafeInteger(total) ? (total as number) : items.length,
    includes: at(answer, 'includes'),
  };
}

/** The posts in an answer with unresolved links, without those that cannot be shown. */
export function readPosts(
  { items, includes }: Pick<EntriesAnswer, 'items' | 'includes'>,
  reading: Reading = PLAIN_READING,
): FetchedPost[] {
  const follow = linkFollower(items, includes);
  const readPost = createPostReader(follow, reading);
  const linksOf = linkReader(follow);
  return items.flatMap((item) => {
    const post = readPost(item);
    return post ? [{ post, revision: revisionOf(item), links: linksOf(item) }] : [];
  });
}

/** @throws {ContentUnavailable} when none of its entries can be shown: the blog would be empty */
export function readCatalogue(
  items: readonly unknown[],
  names: BlogFields = DEFAULT_FIELDS,
  tags?: TagNames,
): CatalogueEntry[] {
  const entries = items.map((item) => catalogueEntry(item, names, tags));
  if (entries.length > 0 && entries.every(({ fault }) => fault !== null))
    throw new ContentUnavailable('setup', {
      details: `no entry can be shown: ${entries[0]?.fault}`,
    });
  return entries;
}

export function catalogueEntry(
  item: unknown,
  names: BlogFields,
  tags: TagNames = new Map(),
): CatalogueEntry {
  const text = (...path: string[]) => textOf(at(item, ...path));
  const id = text('sys', 'id');
  const slug = text('fields', names.slug);
  const written = at(item, 'fields', names.slug);
  const title = text('fields', names.title);
  const publishedDate = text('fields', names.publishedDate);
  return {
    id,
    revision: revisionOf(item),
    slug,
    ...(typeof written === 'string' && written !== slug && { slugAsWritten: written }),
    title,
    publishedDate,
    updatedAt: text('sys', 'updatedAt') || publishedDate,
    tags: tagIdsOf(item).flatMap((id) => tags.get(id) ?? wordsOf(id) ?? []),
    fault: faultOf(id, title, slug),
  };
}

/** What tags are called, by id. */
type TagNames = ReadonlyMap<string, string>;

/** Contentful makes a tag's id of its first name: `creditHire`. A random id says nothing. */
function wordsOf(id: string): string | null {
  if (!/^[\p{L}_-]+$/u.test(id)) return null;
  const words = id.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]+/gu, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function faultOf(id: string, title: string, slug: string): string | null {
  if (!id) return 'it has no id';
  if (!title) return 'it has no title';
  if (!slug) return 'it has no slug';
  return SLUG.test(slug)
    ? null
    : `its slug "${slug}" cannot stand in an address: use letters, digits, - . _ and ~, no spaces`;
}

function revisionOf(item: unknown): number | null {
  const revision = at(item, 'sys', 'revision');
  return typeof revision === 'number' ? revision : null;
}

/** Finds the ids of all that can be reached from an entry within its answer. */
function linkReader(follow: FollowLink): (item: unknown) => string[] {
  const isLink = (part: unknown) => at(part, 'sys', 'type') === 'Link';
  /** In the fields of each thing. */
  const read = new Map<unknown, unknown[]>();
  return (item) => {
    const reached = new Map([['', item]]);
    for (const thing of reached.values()) {
      const links = read.get(thing) ?? within(at(thing, 'fields')).filter(isLink);
      read.set(thing, links);
      for (const link of links) reached.set(String(at(link, 'sys', 'id')), follow(link));
    }
    return [...reached.keys()].slice(1);
  };
}

/** Finds what a link stands for among the items and the included entries and assets. */
export function linkFollower(items: unknown[], includes: unknown): FollowLink {
  const things = [...items, at(includes, 'Entry'), at(includes, 'Asset')].flat();
  const keyOf = (thing: unknown) => `${at(thing, 'sys', 'type')} ${at(thing, 'sys', 'id')}`;
  const byKey = new Map(things.map((thing) => [keyOf(thing), thing]));
  return (link) =>
    at(link, 'sys', 'type') === 'Link'
      ? byKey.get(`${at(link, 'sys', 'linkType')} ${at(link, 'sys', 'id')}`)
      : undefined;
}
