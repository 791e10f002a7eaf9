import { cutText } from '../../shared/cut-text.ts';
import { getPath, isRecord } from './parse/entry-fields.ts';

/**
 * Kinds of failure of the content service. `setup`: it does not know the space, environment,
 * content type or field, so waiting will not help. `absent`: a type that was there is said to be
 * absent for the first time. `http`: any other unsuccessful status.
 */
type FailureKind =
  | 'timeout'
  | 'refused'
  | 'http'
  | 'malformed'
  | 'unauthorised'
  | 'setup'
  | 'absent'
  | 'rate_limited';

interface FailureDetails {
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

/** Returns the error itself, or the one for a response that could not be processed. */
export const asUnavailable = (error: unknown): ContentUnavailableError =>
  error instanceof ContentUnavailableError ? error : new ContentUnavailableError('malformed');

/**
 * Tells whether the service asks for a smaller part: "Response size too big. Maximum allowed …" (7
 * MB).
 */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof ContentUnavailableError && /response size/i.test(error.details.details ?? '');

/** Tells whether the service says, in its own words, that the space has no such content type. */
export const isUnknownType = (error: unknown): boolean =>
  error instanceof ContentUnavailableError &&
  error.details.status === 400 &&
  /"unknownContentType"/.test(error.details.details ?? '');

const TIMEOUT_CODES = new Set<unknown>(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

/** Returns the failure that an error of the SDK means. The access token is in none of it. */
export function toContentError(error: unknown, accessToken: string): ContentUnavailableError {
  if (error instanceof ContentUnavailableError) return error;
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

const MAX_DETAILS_LENGTH = 500;

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
    details: cutText(details.replaceAll(accessToken, '[token]'), MAX_DETAILS_LENGTH),
  };
}

/** Returns Retry-After in seconds (RFC 9110, section 10.2.3), or Contentful's own header for it. */
function parseRetryAfter(headers: unknown): FailureDetails {
  const value = getPath(headers, 'retry-after') ?? getPath(headers, 'x-contentful-ratelimit-reset');
  const retryAfterSeconds = Number.parseInt(String(value), 10);
  return retryAfterSeconds >= 0 ? { retryAfterSeconds } : {};
}
