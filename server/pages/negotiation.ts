import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { NOT_FOUND_ROUTE } from '../../shared/addresses.ts';
import type { Site } from '../../shared/site/site-context.ts';
import type { Assets } from '../http/assets.ts';
import type { Headers } from '../http/headers.ts';

/** Encodings that a page is compressed in, best first. */
const COMPRESSED = ['br', 'gzip'] as const;
export type Compressed = (typeof COMPRESSED)[number];
export type Encoding = Compressed | 'identity';

/** Browsers send only a handful of values: remembering some of them saves parsing. */
const KNOWN = new Map<string, Encoding>();
const KNOWN_LIMIT = 200;

/** Allowed by an Accept-Encoding (RFC 9110, 12.5.3): `q=0` forbids, `*` stands for the rest. */
export function bestEncoding(accepted: string | undefined, known = KNOWN): Encoding {
  if (!accepted) return 'identity';
  const before = known.get(accepted);
  if (before) return before;
  const weights = new Map<string | undefined, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const any = weights.get('*') ?? 0;
  const best = COMPRESSED.find((name) => (weights.get(name) ?? any) > 0) ?? 'identity';
  if (known.size < KNOWN_LIMIT) known.set(accepted, best);
  return best;
}

/** A page at the best compression, off the event loop. */
export function compressWell(html: Buffer, encoding: Compressed) {
  return encoding === 'gzip'
    ? promisify(gzip)(html, { level: 9 })
    : promisify(brotliCompress)(html);
}

/**
 * A page depends on its address, the content version, the build, the company's facts and the
 * security headers, and on nothing else.
 */
export function createEtags(parts: { assets: Assets; site: Site; headers: Headers }) {
  const { assets, site, headers } = parts;
  const settings = JSON.stringify([site, headers.page(NOT_FOUND_ROUTE.id)]);
  const common = hash('sha256', assets.build + settings, 'base64url');
  return (path: string, version: string) =>
    `W/"${hash('sha256', `${common} ${path} ${version}`, 'base64url').slice(0, 16)}"`;
}

/** Whether an `If-None-Match` names this tag: weak comparison of RFC 9110, section 13.1.2. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
