import type { Post } from '../../../shared/blog/post.ts';
import { at, isRecord } from './entry.ts';

/** What the catalogue knows about a post, including posts that the site leaves out. */
export interface CatalogueEntry {
  id: string;
  /** Rises with each publication; null when the origin does not count them. */
  revision: number | null;
  slug: string;
  /** The slug with the spaces around it that an editor left, by which the service finds the post. */
  slugAsWritten?: string;
  title: string;
  publishedDate: string;
  /** ISO 8601 time of the last change. */
  updatedAt: string;
  /** Names of the tags that it has beside its fields. */
  tags: string[];
  /** Why it cannot be shown; null when it can. */
  fault: string | null;
}

/** A post with what decides when it has to be fetched again. */
export interface FetchedPost {
  post: Post;
  revision: number | null;
  /** Ids of the entries and assets that it shows or links to. */
  links: string[];
}

/** Changes with each publication of an entry. */
export const revisionKey = (entry: Pick<CatalogueEntry, 'id' | 'revision' | 'updatedAt'>): string =>
  `${entry.id} ${entry.revision ?? ''} ${entry.updatedAt}`;

/** All that there is. */
export interface Content {
  entries: CatalogueEntry[];
  posts: FetchedPost[];
}

/** Where posts come from. Without a usable answer, calls reject with `ContentUnavailable` alone. */
export interface BlogSource {
  /** Of the origin, without its secrets: the copy in the database is used for the same one alone. */
  readonly id: string;
  /** Set when all posts are in memory and never change, so that no call is ever needed. */
  readonly fixed?: () => Content;
  /** Every entry, newest first, in the order that `list` counts in. */
  catalogue(): Promise<CatalogueEntry[]>;
  /** Posts from position `skip` on, newest first, without those that cannot be shown. */
  list(skip: number, limit: number): Promise<FetchedPost[]>;
  /**
   * @param slug as it was written
   * @param id of the entry, where several have the slug
   * @returns null when there is no such post
   */
  post(slug: string, id?: string): Promise<FetchedPost | null>;
}

/**
 * How the content service failed. `setup`: it does not know the space, environment, content type or
 * field, so waiting will not help. `http`: any other unsuccessful status.
 */
export type FailureKind =
  | 'timeout'
  | 'refused'
  | 'http'
  | 'malformed'
  | 'unauthorised'
  | 'setup'
  | 'rate_limited';

export interface FailureDetails {
  /** HTTP status of its answer. */
  status?: number;
  /** The service's own name of the error. */
  errorId?: string;
  /** Its explanation, as JSON. */
  details?: string;
  /** When it asks to be called again. */
  retryAfterSeconds?: number;
}

/** No usable answer. Carries nothing of the request: the SDK's own errors hold the access token. */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable';
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  /** Status of the answer to a visitor who needed this content. */
  readonly status = 503;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(`the content service is unavailable: ${kind}`);
    this.kind = kind;
    this.details = details;
  }
}

const TIMEOUT_CODES = new Set<unknown>(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

/** What an error of the SDK means. The access token is in none of it. */
export function failureOf(error: unknown, accessToken: string): ContentUnavailable {
  if (TIMEOUT_CODES.has(at(error, 'code'))) return new ContentUnavailable('timeout');
  const response = at(error, 'response');
  if (!isRecord(response)) return new ContentUnavailable('refused');
  const status = response.status as number;
  return new ContentUnavailable(KINDS[status] ?? 'http', {
    status,
    ...explanationOf(response.data, accessToken),
    ...retryAfterOf(response.headers),
  });
}

const KINDS: { readonly [status: number]: FailureKind } = {
  200: 'malformed', // cut off, or larger than any list of posts
  400: 'setup',
  404: 'setup',
  401: 'unauthorised',
  403: 'unauthorised',
  429: 'rate_limited',
};

const LONGEST_DETAILS = 500;

/** https://www.contentful.com/developers/docs/references/errors/ */
function explanationOf(body: unknown, accessToken: string): FailureDetails {
  const errorId = at(body, 'sys', 'id');
  if (errorId === undefined) return {};
  const details = JSON.stringify(at(body, 'details') ?? at(body, 'message') ?? '');
  return {
    errorId: String(errorId).slice(0, 100),
    details: details.replaceAll(accessToken, '[token]').slice(0, LONGEST_DETAILS),
  };
}

/** Retry-After in seconds (RFC 9110, section 10.2.3), or Contentful's own header for it. */
function retryAfterOf(headers: unknown): FailureDetails {
  const given = at(headers, 'retry-after') ?? at(headers, 'x-contentful-ratelimit-reset');
  const retryAfterSeconds = Number.parseInt(String(given), 10);
  return retryAfterSeconds >= 0 ? { retryAfterSeconds } : {};
}
