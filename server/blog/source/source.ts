import type { Post } from '../../../shared/blog/post.ts';

/** What the catalogue knows of a post; more than the site shows, for entries that it leaves out. */
export interface CatalogueEntry {
  id: string;
  /** Rises with each publication; null when the place does not count them. */
  revision: number | null;
  slug: string;
  title: string;
  publishedDate: string;
  /** ISO 8601 time of the last change. */
  updatedAt: string;
  /** Ids of its tags. */
  tags: string[];
  /** Why it cannot be shown; null when it can. */
  fault: string | null;
}

/** A post with what tells when it has to be fetched again. */
export interface FetchedPost {
  post: Post;
  revision: number | null;
  /** Ids of the entries and assets that it shows or links to. */
  links: string[];
}

/** Changes with each publication of an entry. */
export function revisionKey({
  id,
  revision,
  updatedAt,
}: Pick<CatalogueEntry, 'id' | 'revision' | 'updatedAt'>): string {
  return `${id} ${revision ?? ''} ${updatedAt}`;
}

/**
 * Where posts come from. Every method rejects with `ContentUnavailable` and nothing else when the
 * place gives no usable answer.
 */
export interface BlogSource {
  /**
   * Names the place without its secrets: what was kept on disk is used again for the same place
   * only.
   */
  readonly id: string;
  /** Set when all posts are at hand and never change: no call is ever needed. */
  readonly fixed?: readonly FetchedPost[];
  /** Every entry, newest first: its place is the one that `list` counts from. */
  catalogue(): Promise<CatalogueEntry[]>;
  /** Posts from the place `skip` on, newest first; without those that cannot be shown. */
  list(skip: number, limit: number): Promise<FetchedPost[]>;
  /** @returns null when the place answered that it has no such post */
  post(slug: string): Promise<FetchedPost | null>;
}

/**
 * How the content service failed. `setup`: it does not know what it is asked for (space,
 * environment, content type or field), which no waiting mends. `http`: a status that means neither
 * success nor one of the other kinds.
 */
export type FailureKind =
  | 'timeout'
  | 'refused'
  | 'http'
  | 'malformed'
  | 'unauthorised'
  | 'setup'
  | 'rate_limited';

/** What the service said about its refusal. */
export interface FailureDetails {
  /** HTTP status of its answer. */
  status?: number;
  /** The service's own name of the error. */
  errorId?: string;
  /** Its explanation, as JSON. */
  details?: string;
  /** When it wants to be asked again. */
  retryAfterSeconds?: number;
}

/**
 * The content service gave no usable answer. Carries nothing of the request: the SDK's own errors
 * hold the access token.
 */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable';
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  /** Of the answer to a visitor whose request could not do without. */
  readonly status = 503;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(`the content service is unavailable: ${kind}`);
    this.kind = kind;
    this.details = details;
  }
}
