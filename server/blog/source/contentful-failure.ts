import { isRecord } from './is-record.ts';
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
  return new ContentUnavailable(kindOf(status), {
    status,
    ...explanationOf(response.data, accessToken),
    ...retryAfterOf(response.headers),
  });
}

function kindOf(status: number): FailureKind {
  switch (status) {
    case 200:
      return 'malformed'; // cut off, or larger than any list of posts
    case 400:
    case 404:
      return 'setup';
    case 401:
    case 403:
      return 'unauthorised';
    case 429:
      return 'rate_limited';
    default:
      return 'http';
  }
}

const LONGEST_DETAILS = 500;

/** https://www.contentful.com/developers/docs/references/errors/ */
function explanationOf(body: unknown, accessToken: string): FailureDetails {
  if (!isRecord(body) || !isRecord(body.sys)) return {};
  const details = JSON.stringify(body.details ?? body.message ?? '');
  return {
    errorId: String(body.sys.id).slice(0, 100),
    details: details.replaceAll(accessToken, '[token]').slice(0, LONGEST_DETAILS),
  };
}

/** Retry-After in seconds (RFC 9110, section 10.2.3), or Contentful's own header for it. */
function retryAfterOf(headers: unknown): FailureDetails {
  const given = isRecord(headers)
    ? (headers['retry-after'] ?? headers['x-contentful-ratelimit-reset'])
    : undefined;
  const retryAfterSeconds = Number.parseInt(String(given), 10);
  return retryAfterSeconds >= 0 ? { retryAfterSeconds } : {};
}
