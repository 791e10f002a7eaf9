import {
  findPhoneNumbersInText,
  type NumberFound,
  type ValidatePhoneNumberLengthResult,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { phoneWarning } from '../../shared/callback/doubts.ts';
import { isCallable, writtenNumber } from '../config/site-file/fact-schemas.ts';

/** A phone number as a caller typed it: certain, or with a reason for doubt. */
export type PhoneReading =
  | {
      kind: 'certain';
      /** A `tel:` URL with country code and extension (RFC 3966). */
      href: string;
      /** The number in UK format, or with its country code. */
      display: string;
    }
  | { kind: 'doubtful'; doubt: string };

/**
 * Finds the first number in a caller's text, read from the UK. Digits beside it that belong to no
 * other number make it doubtful, because they may be a part of it.
 */
export function readPhoneNumber(typed: string): PhoneReading {
  // The library reads text after one of these marks as an extension, another number too.
  const text = typed.replace(/[,;]+(?=\s*[+(]*\d(?:[\s().-]*\d){6})/g, ' / ');
  // `extended` finds numbers that only have a right length, as all of Ofcom's drama numbers do.
  const found = findPhoneNumbersInText(text, { defaultCountry: 'GB', extended: true });
  const [first, second] = found;
  if (!first || !isCallable(first.number) || hasLooseDigits(text, first, second))
    return { kind: 'doubtful', doubt: doubtOf(typed) };
  const { number } = first;
  return { kind: 'certain', href: number.getURI(), display: writtenNumber(number) };
}

/**
 * Returns a number as staff read it: in UK format when the caller typed one certain number and
 * nothing else, otherwise as typed. `href` is its `tel:` URL, when it is certain. `remark` is how it
 * was read, when the text does not say so by itself, or the doubt.
 */
export function describePhoneNumber(typed: string): {
  text: string;
  href?: string;
  remark?: string;
} {
  const reading = readPhoneNumber(typed);
  if (reading.kind === 'doubtful') return { text: typed, remark: reading.doubt };
  const { href, display } = reading;
  const hasSameDigits = normalizeUkNumber(typed) === normalizeUkNumber(display);
  const hasWords = /\p{L}/u.test(typed.replace(/\bext(ension|n)?\b|\bx(?=\s?\d)/gi, ''));
  if (hasSameDigits && !hasWords) return { text: display, href };
  if (hasSameDigits && typed.includes(display)) return { text: typed, href };
  return { text: typed, href, remark: `read as ${display}` };
}

function hasLooseDigits(text: string, { startsAt, endsAt }: NumberFound, next?: NumberFound) {
  const [before, after] = [text.slice(0, startsAt), text.slice(endsAt)];
  const [beside = ''] = /^[\s.-]*(?=\p{Nd})/u.exec(after) ?? [];
  const isNext = next?.startsAt === endsAt + beside.length;
  return /\p{Nd}[\s.-]*$/u.test(before) || (/^[\s.-]*\p{Nd}/u.test(after) && !isNext);
}

/** Says what is wrong with a number's length. */
const FAULTS: Partial<Record<ValidatePhoneNumberLengthResult, string>> = {
  TOO_SHORT: 'Too short. ',
  TOO_LONG: 'Too long. ',
};

function doubtOf(typed: string): string {
  if (!/\p{Nd}/u.test(typed)) return 'There is no phone number in this.';
  const length = validatePhoneNumberLength(typed, 'GB');
  const fault = length ? (FAULTS[length] ?? '') : '';
  const doubt = phoneWarning(typed) ?? 'Check this number before you call. It may not be in use.';
  return `${fault}${doubt}`;
}

/**
 * Normalizes a number to the digits dialled in the UK: 0 for +44, for 0044, and for 44 before a
 * whole number. The + or 00 before a whole number of another country is left out.
 */
export const normalizeUkNumber = (text: string) =>
  text
    .replace(/[^\d+]/g, '')
    .replace(/^(?:(?:\+|00)440?|440?(?=\d{9,10}$))/, '0')
    .replace(/^00(?=[1-9]\d{6})/, '')
    .replace(/\D/g, '');
