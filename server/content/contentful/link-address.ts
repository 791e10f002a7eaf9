const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** What editors enter without a scheme and mean with one. */
const MEANT: [pattern: RegExp, scheme: string][] = [
  [/^www\.[^\s/]+\.[^\s/]/i, 'https://'],
  [/^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+(?:\?\S*)?$/, 'mailto:'],
  // At least seven digits of a number that is dialled from here, or one of the UK's short ones.
  [/^(?=(?:\D*\d){7})(?:\+|\(?0)[\d\s().-]+$|^(?:101|111|112|999)$/, 'tel:'],
];

/**
 * An editor's address if a link may lead there: http, https, mailto, tel or relative. Anything
 * else, `javascript:` and `data:` above all, gives null. Read as browsers read it (WHATWG URL:
 * white space and control characters in a scheme do not hide it). A bare `www.`, e-mail address or
 * phone number gets its scheme.
 */
export function linkAddress(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.trim() === '') return null;
  const given = uri.trim();
  const scheme = MEANT.find(([pattern]) => pattern.test(given))?.[1];
  // In +44 (0)20 the zero is for those who dial without the +44.
  if (scheme === 'tel:') return scheme + given.replace(/^(\+.*)\(0\)/, '$1').replace(/[^\d+]/g, '');
  const address = (scheme ?? '') + given;
  try {
    const { protocol, pathname } = new URL(address, 'https://relative.invalid');
    const leadsNowhere = protocol === 'tel:' && !/\d/.test(pathname);
    return SCHEMES.has(protocol) && !leadsNowhere ? address : null;
  } catch {
    return null;
  }
}

/** A domain without a scheme, which a browser takes for a page of this site. */
const BARE_DOMAIN = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[/?#].*)?$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Whether an editor's address leads to a page of this site that nobody means: `example.com/offers`. */
export const isBareDomain = (given: string): boolean =>
  BARE_DOMAIN.test(given.trim()) && !SCHEME.test(linkAddress(given) ?? '');
