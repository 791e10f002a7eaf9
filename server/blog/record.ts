import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Post, type PostLink, type PostSummary, validDate } from '../../shared/blog/post.ts';
import type { ContentPage, PageGroup } from '../../shared/content-page.ts';
import { toSearchText } from './search.ts';

/** The part that posts and pages have in common. */
interface EntryRecord {
  id: string;
  slug: string;
  /** Former slugs that the entry itself names. */
  aliases: readonly string[];
  title: string;
  /** The date from which it is shown, in milliseconds since 1970. */
  publishAt: number;
  /** The time of the last change, in ISO 8601. */
  updatedAt: string;
  noindex: boolean;
  /** A version that changes with everything that it shows, linked entries and pictures included. */
  version: string;
  /** The JSON of the whole post or page, compressed by gzip. */
  compressed: Uint8Array;
}

/** A post as it is held: compressed, beside its data for lists and searches. */
export interface PostRecord extends EntryRecord, Omit<PostSummary, 'tags'> {
  kind: 'post';
  author: string | null;
  /** The names of all its tags. */
  tags: readonly string[];
  /** Posts that its editor suggests. */
  related: readonly PostLink[];
  /** Every word once, for the search. */
  searchText: string;
}

/** A page as it is held. */
export interface PageRecord extends EntryRecord {
  kind: 'page';
  group: PageGroup | null;
}

export type ContentRecord = PostRecord | PageRecord;

/** The date of an entry without one: it comes last, and is shown from the beginning. */
const ALWAYS = Number.MIN_SAFE_INTEGER;

/** Returns a version of content: equal content has an equal one. */
export function hashContent(content: unknown): string {
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, 16);
}

/**
 * Creates the record of a post.
 * @param previous the record of the same post so far: an unchanged post is not compressed again
 */
export function toPostRecord(
  post: Post,
  aliases: readonly string[] = [],
  previous?: ContentRecord,
): PostRecord {
  const version = hashContent([post, aliases]);
  if (previous?.kind === 'post' && previous.version === version) return previous;
  const { id, slug, title, publishedDate, excerpt, image, author, updatedAt } = post;
  return {
    kind: 'post',
    id,
    slug,
    aliases,
    title,
    publishedDate,
    excerpt,
    image,
    author,
    updatedAt,
    publishAt: validDate(publishedDate)?.getTime() ?? ALWAYS,
    tags: post.tags ?? [],
    related: post.next ?? [],
    noindex: post.seo?.noindex === true,
    version,
    searchText: toSearchText(post),
    compressed: compressJson(post),
  };
}

export function toPageRecord(
  page: ContentPage,
  aliases: readonly string[] = [],
  previous?: ContentRecord,
): PageRecord {
  const version = hashContent([page, aliases]);
  if (previous?.kind === 'page' && previous.version === version) return previous;
  const { id, slug, title, updatedAt, group = null } = page;
  const noindex = page.seo?.noindex === true;
  const compressed = compressJson(page);
  return {
    kind: 'page',
    id,
    slug,
    aliases,
    title,
    updatedAt,
    group,
    noindex,
    version,
    compressed,
    publishAt: ALWAYS,
  };
}

/** Small tables and pieces: those of zlib's defaults would be 300 kB of garbage for each entry. */
const GZIP_OPTIONS = { level: 1, windowBits: 13, memLevel: 5, chunkSize: 4096 };
const encoder = new TextEncoder();
/** The bytes of one JSON after another, for the same reason. */
let buffer = new Uint8Array();

/** Returns JSON in a buffer of its own: what zlib returns is the beginning of a larger one. */
export function compressJson(value: object): Uint8Array {
  const json = JSON.stringify(value);
  const maxBytes = json.length * 3;
  if (buffer.length < maxBytes) buffer = new Uint8Array(maxBytes);
  const { written } = encoder.encodeInto(json, buffer);
  return new Uint8Array(gzipSync(buffer.subarray(0, written), GZIP_OPTIONS));
}

export const parseCompressedJson = (compressed: Uint8Array) =>
  JSON.parse(gunzipSync(compressed).toString());

/** Returns the whole post or page. */
export const readRecord = <Record extends ContentRecord>({
  compressed,
}: Record): Record extends PostRecord ? Post : ContentPage => parseCompressedJson(compressed);

/** Returns the record as the database has it. */
export function serializeRecord(record: ContentRecord): object {
  const compressed = Buffer.from(record.compressed).toString('base64');
  return { ...record, searchText: undefined, compressed };
}

export function deserializeRecord<Record extends ContentRecord>(
  row: Record & { compressed: unknown },
): Record {
  const record = {
    ...row,
    compressed: new Uint8Array(Buffer.from(String(row.compressed), 'base64')),
  };
  return record.kind === 'post'
    ? { ...record, searchText: toSearchText(readRecord(record as PostRecord)) }
    : record;
}
