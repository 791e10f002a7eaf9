const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * An editor's address if a link may lead there: http, https, mailto, tel or relative. Anything
 * else, `javascript:` and `data:` above all, gives null. Read as browsers read it (WHATWG URL:
 * white space and control characters in a scheme do not hide it).
 */
export function linkAddress(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.trim() === '') return null;
  try {
    return SCHEMES.has(new URL(uri, 'https://relative.invalid').protocol) ? uri.trim() : null;
  } catch {
    return null;
  }
}

/**
 * The path, query and hash of an address on this site (`origin` without a trailing slash), null for
 * any other.
 */
export function pathOnSite(address: string, origin: string): string | null {
  const path = origin && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  return /^\/(?![/\\])/.test(path) ? path : null;
}
