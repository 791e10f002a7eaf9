import { SLUG } from '../../../shared/addresses.ts';
import { type BlogFields, DEFAULT_FIELDS } from './blog-fields.ts';
import { type FollowLink, tagIdsOf, textOf } from './entry.ts';
import { isRecord } from './is-record.ts';
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
  if (
    !isRecord(answer) ||
    !isRecord(answer.sys) ||
    answer.sys.type !== 'Array' ||
    !Array.isArray(answer.items)
  )
    throw new ContentUnavailable('malformed');
  const { items, includes } = answer;
  const total = Number.isSafeInteger(answer.total) ? (answer.total as number) : items.length;
  return { items, total, includes };
}

/** The posts in an answer with unresolved links, without those that cannot be shown. */
export function readPosts(
  { items, includes }: EntriesAnswer,
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

/**
 * @throws {ContentUnavailable} when there are entries and none can be shown, rather than showing an
 * empty blog
 */
export function readCatalogue(
  items: readonly unknown[],
  names: BlogFields = DEFAULT_FIELDS,
): CatalogueEntry[] {
  const entries = items.map((item) => catalogueEntry(item, names));
  if (entries.length > 0 && entries.every(({ fault }) => fault !== null))
    throw new ContentUnavailable('setup', {
      details: `no entry can be shown: ${entries[0]?.fault}`,
    });
  return entries;
}

function catalogueEntry(item: unknown, names: BlogFields): CatalogueEntry {
  const { sys, fields } = isRecord(item) ? item : {};
  const text = (holder: unknown, name: string) => textOf(isRecord(holder) && holder[name]);
  const id = text(sys, 'id');
  const slug = text(fields, names.slug);
  const title = text(fields, names.title);
  const publishedDate = text(fields, names.publishedDate);
  const updatedAt = text(sys, 'updatedAt') || publishedDate;
  const fault = !id
    ? 'it has no id'
    : !title
      ? 'it has no title'
      : !slug
        ? 'it has no slug'
        : SLUG.test(slug)
          ? null
          : 'an address cannot hold its slug';
  const tags = tagIdsOf(item);
  return { id, revision: revisionOf(item), slug, title, publishedDate, updatedAt, tags, fault };
}

function revisionOf(item: unknown): number | null {
  const revision = isRecord(item) && isRecord(item.sys) ? item.sys.revision : null;
  return typeof revision === 'number' ? revision : null;
}

/**
 * Finds the ids of every entry and asset that can be reached from an entry within its answer.
 * Shared targets are read once.
 */
function linkReader(follow: FollowLink): (item: unknown) => string[] {
  const own = new Map<unknown, Map<string, unknown>>();
  return (item) => {
    const ids = new Set<string>();
    const rest = [item];
    for (const thing of rest) {
      const links = own.get(thing) ?? ownLinks(thing);
      own.set(thing, links);
      for (const [id, link] of links) {
        if (ids.has(id)) continue;
        ids.add(id);
        rest.push(follow(link));
      }
    }
    return [...ids];
  };
}

/** The links in an entry's fields, by the id of what they lead to. */
function ownLinks(thing: unknown): Map<string, unknown> {
  const links = new Map<string, unknown>();
  const rest: unknown[] = isRecord(thing) ? [thing.fields] : [];
  for (const value of rest) {
    if (typeof value !== 'object' || value === null) continue;
    const { sys } = value as { sys?: unknown };
    if (isRecord(sys) && sys.type === 'Link') links.set(String(sys.id), value);
    else for (const part of Object.values(value)) rest.push(part);
  }
  return links;
}

/** Finds what a link stands for among the items and the included entries and assets. */
function linkFollower(items: unknown[], includes: unknown): FollowLink {
  const included = isRecord(includes) ? [includes.Entry, includes.Asset] : [];
  const byKey = new Map<string, unknown>();
  for (const part of [items, ...included])
    for (const thing of Array.isArray(part) ? part : [])
      if (isRecord(thing) && isRecord(thing.sys))
        byKey.set(`${thing.sys.type} ${thing.sys.id}`, thing);
  return (link) => {
    if (!isRecord(link) || !isRecord(link.sys) || link.sys.type !== 'Link') return undefined;
    return byKey.get(`${link.sys.linkType} ${link.sys.id}`);
  };
}
