import { cleanText } from './entry-fields.ts';

/** A link that editors enter in full: to the web, an email address, or a page of this site. */
const WHOLE = /^(?:https?:\/\/[^\s/?#]|mailto:(?:\?\S|[^\s@]+@[^\s@])|[/#?])/i;
const BARE_WEB = /^www\.[^\s/]+\.[^\s/]/i;
const BARE_MAIL = /^[^\s@/:?#]+@[^\s@/:?#.]+(?:\.[^\s@/:?#.]+)+(?:\?\S*)?$/;
/**
 * The least digits of a number with its country code; the next constant is the most (ITU-T E.164).
 */
const SHORTEST_ABROAD = 7;
const LONGEST_NUMBER = 15;
/** The limit of a number with its spaces, brackets and extension, in characters. */
const LONGEST_AS_WRITTEN = 50;

/**
 * An editor's address if a link may lead there: http, https, mailto, tel, or a path of this site.
 * Anything else gives null: `javascript:` and `data:` above all, and words or half an address, which
 * a browser would look for beside the post. A bare `www.` or email address gets its scheme.
 */
export function normalizeHref(uri: unknown): string | null {
  if (typeof uri !== 'string') return null;
  const given = cleanText(uri).trim();
  if (/^tel:/i.test(given)) return telephone(given.slice('tel:'.length));
  let address = given;
  if (BARE_WEB.test(given)) address = `https://${given}`;
  else if (BARE_MAIL.test(given)) address = `mailto:${given}`;
  return WHOLE.test(address) && URL.canParse(address, 'https://relative.invalid') ? address : null;
}

const NUMBER =
  /^\s*(\+?[\d\s().-]+?)(?:\s*(?:;\s*ext=|,?\s*\b(?:ext(?:ension|\.)?|x)|,)\s*(\d{1,7}))?\s*$/i;

/**
 * Returns a phone number as RFC 3966 has it, with its extension; null for anything else, or two
 * numbers.
 */
function telephone(given: string): string | null {
  if (given.length > LONGEST_AS_WRITTEN) return null;
  const [, written = '', extension] = NUMBER.exec(given) ?? [];
  // In +44 (0)20 the zero is for those who dial without the +44.
  const number = written
    .replace(/^(\+|00)(.*?)\(0\)/, '$1$2')
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+');
  const { length } = number.replace('+', '');
  const shortest = number.startsWith('+') ? SHORTEST_ABROAD : 1;
  if (length < shortest || length > LONGEST_NUMBER) return null;
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`;
}
