import { gunzipSync, gzipSync } from 'node:zlib';
import type { Post, PostLink, PostSummary } from '../../shared/blog/post.ts';
import { type FetchedPost, revisionKey } from '../content/contentful/source.ts';
import { versionOf } from './lookup.ts';
import { searchedWords } from './search.ts';

/** A post as it was fetched: compressed, beside what is needed without unpacking it. */
export interface Body {
  /** Of the entry. */
  id: string;
  revision: number | null;
  /** Changes with each publication. */
  key: string;
  /** Of all that a post shows, linked entries and pictures included. */
  version: string;
  summary: PostSummary;
  /** In its own field. */
  tags: readonly string[];
  /** What its editor suggests to read next. */
  next: readonly PostLink[];
  noindex: boolean;
  /** Ids of the entries and assets that it shows or links to. */
  links: readonly string[];
  /** What a search looks through. */
  words: string;
  /** JSON of the post, by gzip. */
  packed: Uint8Array;
}

export function bodyOf({ post, revision, links }: FetchedPost): Body {
  const { tags = [], next = [], seo } = post;
  return {
    id: post.id,
    revision,
    key: revisionKey({ ...post, revision }),
    version: versionOf(post),
    summary: summaryOf(post),
    tags,
    next,
    noindex: seo?.noindex === true,
    links,
    words: searchedWords(post),
    // A copy: what zlib gives is the beginning of a buffer of 16 kB.
    packed: new Uint8Array(gzipSync(JSON.stringify(post))),
  };
}

/** The post as it was fetched. */
export function postOf({ packed }: Body): Post {
  return JSON.parse(gunzipSync(packed).toString());
}

/** What a card shows, without tags: which those are, is the blog's to say. */
function summaryOf({ id, slug, title, publishedDate, excerpt, image }: Post): PostSummary {
  return { id, slug, title, publishedDate, excerpt, image };
}

/** As a row of the database has it. */
export function stored(body: Body): string {
  return JSON.stringify({ ...body, packed: Buffer.from(body.packed).toString('base64') });
}

export function fromStored(text: string): Body {
  const body = JSON.parse(text);
  return { ...body, packed: new Uint8Array(Buffer.from(body.packed, 'base64')) };
}
