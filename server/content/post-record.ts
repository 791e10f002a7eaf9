import { gunzipSync, gzipSync } from 'node:zlib';
import { type Post, type PostLink, type PostSummary, validDate } from '../../shared/blog/post.ts';
import { hashContent } from './hash-content.ts';
import { toSearchText } from './search-text.ts';

/** A post as it is held: compressed, beside its data for lists and searches. */
export interface PostRecord extends Omit<PostSummary, 'tags'> {
  author: string | null;
  /** The time of the last change, in ISO 8601. */
  updatedAt: string;
  /** The date from which it is shown, in milliseconds since 1970. */
  publishAt: number;
  /** The names of all its tags. */
  tags: readonly string[];
  /** Posts that its editor suggests. */
  related: readonly PostLink[];
  noindex: boolean;
  /**
   * A version that changes with everything that the post shows, linked entries and pictures
   * included.
   */
  version: string;
  /** Every word once, for the search. */
  searchText: string;
  /** The JSON of the post, compressed by gzip. */
  compressed: Uint8Array;
}

/** The date of a post without one: it comes last, and is shown from the beginning. */
const ALWAYS = Number.MIN_SAFE_INTEGER;

/**
 * Creates the record of a post.
 * @param previous the record of the same post so far: an unchanged post is not compressed again
 */
export function toPostRecord(post: Post, previous?: PostRecord): PostRecord {
  const version = hashContent(post);
  if (previous?.version === version) return previous;
  const { id, slug, title, publishedDate, excerpt, image, author, updatedAt } = post;
  return {
    id,
    slug,
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
    // A copy: what zlib returns is the beginning of a buffer of 16 kB.
    compressed: new Uint8Array(gzipSync(JSON.stringify(post))),
  };
}

/** Returns the whole post. */
export function readPost({ compressed }: PostRecord): Post {
  return JSON.parse(gunzipSync(compressed).toString());
}

/** Returns the record as the database has it. */
export function serializeRecord({ searchText: _, ...record }: PostRecord): object {
  return { ...record, compressed: Buffer.from(record.compressed).toString('base64') };
}

export function deserializeRecord(row: PostRecord & { compressed: unknown }): PostRecord {
  const compressed = new Uint8Array(Buffer.from(String(row.compressed), 'base64'));
  return { ...row, compressed, searchText: toSearchText(readPost({ ...row, compressed })) };
}
