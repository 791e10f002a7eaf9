import { at, isRecord } from './entry.ts';
import { ContentUnavailable, type FailureDetails, type FailureKind } from './source.ts';

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

/**
 * What an error of the SDK means: silence, no connection, or the status of an answer with what the
 * service said of it. The access token is in none of it.
 */
export function failureOf(error: unknown, accessToken: string): ContentUnavailable {
  const { code, response } =
    isRecord(error) || error instanceof Error
      ? (error as { code?: string; response?: unknown })
      : {};
  if (TIMEOUT_CODES.has(code ?? '')) return new ContentUnavailable('timeout');
  if (!isRecord(response)) return new ContentUnavailable('refused');
  const status = response.status as number;
  return new ContentUnavailable(KINDS[status] ?? 'http', {
    status,
    ...explanationOf(response.data, accessToken),
    ...retryAfterOf(response.headers),
  });
}

/** What a status means; `http` for any other. */
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
