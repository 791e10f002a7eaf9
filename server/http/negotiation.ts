import type { IncomingHttpHeaders } from 'node:http';
import fresh from 'fresh';
import Negotiator from 'negotiator';

/** Encodings of pages and files, the best first: most clients have no preference. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Compressed = Exclude<Encoding, 'identity'>;

/** The part of negotiator 1 that its types do not know yet. */
interface EncodingNegotiator {
  /** @param options.preferred the order of those that a client accepts equally */
  encoding<Known>(
    available: readonly Known[],
    options: { preferred: readonly Known[] },
  ): Known | undefined;
}

/** Returns the encoding that a client prefers (RFC 9110, section 12.5.3). */
export function negotiateEncoding(headers: IncomingHttpHeaders): Encoding {
  const negotiator = new Negotiator({ headers }) as EncodingNegotiator;
  return negotiator.encoding(ENCODINGS, { preferred: ENCODINGS }) ?? 'identity';
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
