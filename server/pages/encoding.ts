import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Encodings that a page is compressed in, best first. */
const COMPRESSED = ['br', 'gzip'] as const;
export type Compressed = (typeof COMPRESSED)[number];
export type Encoding = Compressed | 'identity';

/** Browsers send only a handful of values: remembering some of them saves parsing. */
const KNOWN = new Map<string, Encoding>();
const KNOWN_LIMIT = 200;

/**
 * The best encoding that an Accept-Encoding allows (RFC 9110, section 12.5.3): `q=0` forbids, `*`
 * stands for the rest.
 */
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
