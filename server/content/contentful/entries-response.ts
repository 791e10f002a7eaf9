import type { Post } from '../../../shared/blog/post.ts';
import type { BlogFields } from '../../config/site-file/site-file-schema.ts';
import {
  ContentUnavailableError,
  type PostListPage,
  type RejectedEntry,
  type Revisions,
} from './content-source.ts';
import { getPath, type ResolveLink, tagIdsOf, toText } from './entry-fields.ts';
import { type ContentModel, createPostParser, DEFAULT_CONTENT_MODEL } from './parse-post.ts';

/** A well-formed response of the delivery API. */
export interface EntriesResponse {
  items: unknown[];
  /** The number of entries on all pages. */
  total: number;
  includes: unknown;
}

/**
 * Parses a response of the delivery API: `{ sys: { type: 'Array' }, total, items, includes }`.
 * @throws {ContentUnavailableError} for anything else: an outage must never pass for "no posts"
 */
export function parseEntriesResponse(answer: unknown): EntriesResponse {
  const items = getPath(answer, 'items');
  if (getPath(answer, 'sys', 'type') !== 'Array' || !Array.isArray(items))
    throw new ContentUnavailableError('malformed');
  const total = getPath(answer, 'total');
  return {
    items,
    total: Number.isSafeInteger(total) ? (total as number) : items.length,
    includes: getPath(answer, 'includes'),
  };
}

/** Names of tags by id. */
export type TagNames = ReadonlyMap<string, string>;

/** Parses the posts of a list call, and its entries that cannot be shown. */
export function parsePostListPage(
  answer: EntriesResponse,
  reading: ContentModel = DEFAULT_CONTENT_MODEL,
  tagNames: TagNames = new Map(),
): PostListPage {
  const { items, total } = answer;
  const posts: Post[] = [];
  const rejected: RejectedEntry[] = [];
  const revisions = parseRevisions(items);
  const readPost = createPostParser(createLinkResolver(items, answer.includes), reading);
  for (const item of items) {
    const id = toText(getPath(item, 'sys', 'id'));
    const post = readPost(item);
    if (post) posts.push(withTags(post, item, tagNames));
    else rejected.push({ id, issue: issueOf(item, reading.fields) });
  }
  return { posts, rejected, revisions, total };
}

/** Adds tags to a post: first Contentful's own, then those of the post's own field. */
function withTags(post: Post, item: unknown, tagNames: TagNames): Post {
  const fields = tagIdsOf(item).flatMap((id) => tagNames.get(id) ?? humanizeTagId(id) ?? []);
  const tags = [...new Set([...fields, ...(post.tags ?? [])])];
  return tags.length > 0 ? { ...post, tags } : post;
}

/**
 * Returns the words of a tag's id, which Contentful makes of its first name: `creditHire`. A random
 * id has none.
 */
function humanizeTagId(id: string): string | null {
  if (!/^[\p{L}_-]+$/u.test(id)) return null;
  const words = id.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]+/gu, ' ').toLowerCase();
  return words.replace(/^./u, (first) => first.toUpperCase());
}

/** Returns the reason why an entry cannot be shown, as `createPostParser` has it. */
export function issueOf(item: unknown, fields: BlogFields): string {
  const slug = toText(getPath(item, 'fields', fields.slug));
  if (!toText(getPath(item, 'sys', 'id'))) return 'it has no id';
  if (!toText(getPath(item, 'fields', fields.title))) return 'it has no title';
  if (!slug) return 'it has no slug';
  return `its slug "${slug}" cannot be used in a web address: use only letters, digits, - . _ and ~`;
}

/** Parses the revisions of the entries in a response. */
export function parseRevisions(items: readonly unknown[]): Revisions {
  return Object.fromEntries(
    items.map((item) => [toText(getPath(item, 'sys', 'id')), revisionOf(item)]),
  );
}

function revisionOf(item: unknown): number | null {
  const revision = getPath(item, 'sys', 'revision');
  return typeof revision === 'number' ? revision : null;
}

/**
 * Creates the function that finds the target of a link among the items and the included entries and
 * assets.
 */
export function createLinkResolver(items: unknown[], includes: unknown): ResolveLink {
  const resources = [...items, getPath(includes, 'Entry'), getPath(includes, 'Asset')].flat();
  const keyOf = (item: unknown) => `${getPath(item, 'sys', 'type')} ${getPath(item, 'sys', 'id')}`;
  const byKey = new Map(resources.map((item) => [keyOf(item), item]));
  return (link) =>
    getPath(link, 'sys', 'type') === 'Link'
      ? byKey.get(`${getPath(link, 'sys', 'linkType')} ${getPath(link, 'sys', 'id')}`)
      : undefined;
}
