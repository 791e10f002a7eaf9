import { gunzipSync, gzipSync } from 'node:zlib';
import { type Post, type PostLink, type PostSummary, validDate } from '../../shared/blog/post.ts';
import { hashContent } from './hash-content.ts';
import { toSearchText } from './search-text.ts';

/** A post as it is held: compressed, beside what lists and searches need of it. */
export interface PostRecord extends Omit<PostSummary, 'tags'> {
  author: string | null;
  /** ISO 8601 time of the last change. */
  updatedAt: string;
  /** When it may be shown, in milliseconds since 1970. */
  publishAt: number;
  /** Names of everything that it is tagged with. */
  tags: readonly string[];
  /** The posts that its editor suggests. */
  related: readonly PostLink[];
  noindex: boolean;
  /** Changes with everything that the post shows, linked entries and pictures included. */
  version: string;
  /** Every word, for the search. */
  searchText: string;
  /** JSON of the post, by gzip. */
  compressed: Uint8Array;
}

/** A post without a date comes last, and is shown from the beginning. */
const ALWAYS = Number.MIN_SAFE_INTEGER;

/** @param previous the record of the same post so far: an unchanged post is not compressed again */
export function toPostRecord(post: Post, previous?: PostRecord): PostRecord {
  const version = hashContent(post);
  if (previous?.version === version) return previous;
  const { id, slug, title, publishedDate, excerpt, image, author, updatedAt } = post;
  return {
    ...{ id, slug, title, publishedDate, excerpt, image, author, updatedAt },
    publishAt: validDate(publishedDate)?.getTime() ?? ALWAYS,
    tags: post.tags ?? [],
    related: post.next ?? [],
    noindex: post.seo?.noindex === true,
    version,
    searchText: toSearchText(post),
    // A copy: what zlib returns is the beginning of a buffer of 16 kB.
    compressed: new Uint8Array(gzipSync(JSON.stringify(post))),
  };
}

/** The whole post. */
export function readPost({ compressed }: PostRecord): Post {
  return JSON.parse(gunzipSync(compressed).toString());
}

/** The record as the database has it. */
export function serializeRecord({ searchText: _, ...record }: PostRecord): object {
  return { ...record, compressed: Buffer.from(record.compressed).toString('base64') };
}

export function deserializeRecord(row: PostRecord & { compressed: unknown }): PostRecord {
  const compressed = new Uint8Array(Buffer.from(String(row.compressed), 'base64'));
  return { ...row, compressed, searchText: toSearchText(readPost({ ...row, compressed })) };
}
