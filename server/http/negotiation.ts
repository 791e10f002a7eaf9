import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** Encodings in which a page or a file is there, best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Compressed = Exclude<Encoding, 'identity'>;

/** The best encoding that an `Accept-Encoding` does not forbid (RFC 9110, section 12.5.3). */
export function negotiateEncoding(headers: IncomingHttpHeaders): Encoding {
  const negotiator = new Negotiator({ headers });
  // One at a time, because most clients accept the first.
  return ENCODINGS.find((encoding) => negotiator.encodings([encoding]).length > 0) ?? 'identity';
}

/**
 * Tells whether a client still has the current response (RFC 9110, section 13.1.2). Nothing but the
 * tag counts: `Cache-Control: no-cache` asks caches on the way to come here, and this is the
 * origin.
 * @param etag null for what is never revalidated
 */
export function isNotModified(headers: IncomingHttpHeaders, etag: string | null): boolean {
  const { 'if-none-match': ifNoneMatch } = headers;
  return (
    etag !== null && ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag })
  );
}
