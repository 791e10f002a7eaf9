import type { Post } from '../../../shared/blog/post.ts';
import type { Question } from '../../../shared/content/faq.ts';
import type { Testimonial } from '../../../shared/content/testimonials.ts';
import type { ContentPage } from '../../../shared/content-page.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { getPath, isRecord } from './entry-fields.ts';
import type { ExtraType } from './extra-entries.ts';

/** An entry that the site cannot show, with what an editor has to put right. */
export interface RejectedEntry {
  id: string;
  issue: string;
}

/**
 * Revisions by the id of the entry. One rises with each publication; null when the origin counts
 * none.
 */
export type Revisions = Readonly<Record<string, number | null>>;

/** The result of one list call, newest first. */
export interface PostListPage {
  posts: Post[];
  rejected: RejectedEntry[];
  /** Revisions of all its entries. */
  revisions: Revisions;
  /** The number of entries on all pages. */
  total: number;
}

/** Entries with the lowest number come first, those without one last. */
export interface Ordered {
  order: number | null;
}

/** Entries of the content types beside that of the posts. */
export interface Extras {
  page: ContentPage;
  question: Question & Ordered & { isOnHome: boolean };
  testimonial: Testimonial & Ordered;
}

/** Every entry of such a type. */
export interface ExtraEntries<Entry> {
  entries: Entry[];
  rejected: RejectedEntry[];
  revisions: Revisions;
}

/** A source of content. Without a usable response, calls reject with `ContentUnavailableError` alone. */
export interface ContentSource {
  /**
   * The name of the origin without its secrets: the copy in the database is used for the same one
   * alone.
   */
  readonly id: string;
  /** Present when all posts are in memory and never change, so that no call is ever needed. */
  readonly staticPosts?: () => PostListPage & { pages: ContentPage[] };
  /** Tells whether the last attempt of a call failed at once, whether or not it is made again. */
  failsAtOnce?(): boolean;
  /**
   * The revisions of all posts, and of the entries of these types: they differ as soon as anything
   * was published or taken down. Every read begins with this call.
   */
  revisions(types?: readonly ExtraType[]): Promise<Revisions>;
  /** Every entry of a type; null when the origin has no such type. */
  listExtras<Type extends ExtraType>(type: Type): Promise<ExtraEntries<Extras[Type]> | null>;
  /** The specification's list call. */
  listPosts(skip: number, limit: number): Promise<PostListPage>;
  /** Makes the specification's call for one post; null when there is none that can be shown. */
  findPost(slug: string): Promise<Post | null>;
}

/**
 * Kinds of failure of the content service. `setup`: it does not know the space, environment,
 * content type or field, so waiting will not help. `http`: any other unsuccessful status.
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
  /** The HTTP status of the response. */
  status?: number;
  /** The service's own name of the error. */
  errorId?: string;
  /** The service's explanation, as JSON. */
  details?: string;
  /** Seconds after which the service asks to be called again. */
  retryAfterSeconds?: number;
}

/**
 * The error for a missing or unusable response. It carries nothing of the request: the SDK's own
 * errors hold the access token.
 */
export class ContentUnavailableError extends Error {
  override name = 'ContentUnavailableError';
  readonly kind: FailureKind;
  readonly details: FailureDetails;
  /** The status of the response to a visitor who needed this content. */
  readonly status = 503;

  constructor(kind: FailureKind, details: FailureDetails = {}) {
    super(`the content service is unavailable: ${kind}`);
    this.kind = kind;
    this.details = details;
  }
}

/**
 * Tells whether the service asks for a smaller part: "Response size too big. Maximum allowed …" (7
 * MB).
 */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ContentUnavailableError && /response size/i.test(error.details.details ?? '');

/** Tells whether the space, whose posts can be read, has no such content type. */
export const isUnknownType = (error: unknown): boolean =>
  error instanceof ContentUnavailableError &&
  (error.details.status === 404 || /unknownContentType/.test(error.details.details ?? ''));

const TIMEOUT_CODES = new Set<unknown>(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

/** Returns the failure that an error of the SDK means. The access token is in none of it. */
export function toContentError(error: unknown, accessToken: string): ContentUnavailableError {
  if (TIMEOUT_CODES.has(getPath(error, 'code'))) return new ContentUnavailableError('timeout');
  const response = getPath(error, 'response');
  if (!isRecord(response)) return new ContentUnavailableError('refused');
  const status = response.status as number;
  return new ContentUnavailableError(KIND_BY_STATUS[status] ?? 'http', {
    status,
    ...parseErrorBody(response.data, accessToken),
    ...parseRetryAfter(response.headers),
  });
}

const KIND_BY_STATUS: { readonly [status: number]: FailureKind } = {
  200: 'malformed', // cut off, or larger than any list of posts
  400: 'setup',
  404: 'setup',
  401: 'unauthorised',
  403: 'unauthorised',
  429: 'rate_limited',
};

const LONGEST_DETAILS = 500;

/**
 * Returns the service's explanation of an error
 * (https://www.contentful.com/developers/docs/references/errors/).
 */
function parseErrorBody(body: unknown, accessToken: string): FailureDetails {
  const errorId = getPath(body, 'sys', 'id');
  if (errorId === undefined) return {};
  const details = JSON.stringify(getPath(body, 'details') ?? getPath(body, 'message') ?? '');
  return {
    errorId: cutText(String(errorId), 100),
    details: cutText(details.replaceAll(accessToken, '[token]'), LONGEST_DETAILS),
  };
}

/** Returns Retry-After in seconds (RFC 9110, section 10.2.3), or Contentful's own header for it. */
function parseRetryAfter(headers: unknown): FailureDetails {
  const given = getPath(headers, 'retry-after') ?? getPath(headers, 'x-contentful-ratelimit-reset');
  const retryAfterSeconds = Number.parseInt(String(given), 10);
  return retryAfterSeconds >= 0 ? { retryAfterSeconds } : {};
}
