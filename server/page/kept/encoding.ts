import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Encodings a page is kept in, best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send only a handful of values: remembering some of them saves parsing. */
const known = new Map<string, Encoding>();
const KNOWN_LIMIT = 200;

/**
 * The best encoding that an Accept-Encoding allows (RFC 9110, section 12.5.3): `q=0` forbids, `*`
 * stands for the rest.
 */
export function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const before = known.get(accepted);
  if (before) return before;
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const any = weights.get('*') ?? 0;
  const best =
    ENCODINGS.find((name) => (weights.get(name) ?? (name === 'identity' ? 1 : any)) > 0) ??
    'identity';
  if (known.size < KNOWN_LIMIT) known.set(accepted, best);
  return best;
}

/** A page at the best compression, off the event loop. */
export function compressWell(html: Buffer, encoding: Exclude<Encoding, 'identity'>) {
  return encoding === 'gzip'
    ? promisify(gzip)(html, { level: 9 })
    : promisify(brotliCompress)(html);
}
