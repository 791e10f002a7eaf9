import type { CallbackFields } from '../../../shared/callback/fields.ts';

/** What is asked of the list. Every link and form that comes back to it carries this. */
export interface ListQuery {
  /** What is looked for; called `mobile` in addresses, which staff have bookmarked. */
  search?: string;
  /** Id of the request before the first. */
  after?: string;
}

/** The address of a part of the list, or of an action taken from there. */
export function deskAddress(path: string, { search, after }: ListQuery): string {
  const parameters = new URLSearchParams({
    ...(search && { mobile: search }),
    ...(after && { after }),
  });
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/**
 * Says whether a request is one that staff look for: by part of its name or e-mail address, in any
 * case and without accents, or by digits in any part of its number, spaced in any way, with +44 or 0
 * in front. The databases would each compare letters in a way of their own.
 */
export function createSearch(text: string): (fields: CallbackFields) => boolean {
  const words = plain(text);
  const isNumber = /\d/.test(words) && !/[\p{L}@]/u.test(words);
  return ({ name, email, mobile }) =>
    plain(name).includes(words) ||
    plain(email).includes(words) ||
    (isNumber &&
      (digitsOf(mobile).includes(digitsOf(words)) || dialled(mobile).includes(dialled(words))));
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The digits as they are dialled in the UK: 0 for +44, for 0044, and for 44 before a whole number. */
const dialled = (text: string) =>
  digitsOf(text.replace(/[^\d+]/g, '').replace(/^(?:(?:\+|00)440?|440?(?=\d{9,10}$))/, '0'));
