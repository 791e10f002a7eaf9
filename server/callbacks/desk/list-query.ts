import { inAsciiDigits } from '../../../shared/callback/doubts.ts';
import { normalizeUkNumber } from '../phone-number.ts';
import type { CallbackStatus, StoredCallback } from '../store/stored-callback.ts';

/** The lists of the desk, in the order of their links; the first is the default. */
export const VIEWS = {
  toring: { label: 'To call', order: 'oldest', empty: 'No one is waiting for a call.' },
  rung: { label: 'Called', order: 'newest', empty: 'No one has been called yet.' },
  suspected: { label: 'Possible spam', order: 'oldest', empty: 'No requests look like spam.' },
  all: { label: 'All', order: 'newest', empty: 'No callback requests.' },
} as const satisfies Record<Exclude<CallbackStatus, 'later'> | 'all', object>;

export type View = keyof typeof VIEWS;

/** The state of a list. Every link and form that leads back to it carries this. */
export interface ListQuery {
  view: View;
  /** The id of the last request on the page before. */
  after?: string | undefined;
  /** The id of the request that was changed a moment ago. */
  changedId?: string | undefined;
  /** True when the list does not refresh itself. */
  isPaused?: boolean;
}

/**
 * A valid request id. Others never reach the store: PostgreSQL rejects a statement with U+0000 in
 * it.
 */
export const ID = /^[\w-]{1,64}$/;

/** Parses the query of a URL and drops invalid values. */
export function parseListQuery({ view, after, done, still }: Record<string, unknown>): ListQuery {
  const idOf = (value: unknown) =>
    typeof value === 'string' && ID.test(value) ? value : undefined;
  return {
    view: typeof view === 'string' && Object.hasOwn(VIEWS, view) ? (view as View) : 'toring',
    after: idOf(after),
    changedId: idOf(done),
    isPaused: still === 'on',
  };
}

/** Returns the path of a list or of an action, with the state of the list as its query. */
export function deskPath(path: string, query: ListQuery): string {
  const { view, after, changedId, isPaused } = query;
  const params = new URLSearchParams();
  if (view !== 'toring') params.set('view', view);
  if (after) params.set('after', after);
  if (changedId) params.set('done', changedId);
  if (isPaused) params.set('still', 'on');
  return params.size > 0 ? `${path}?${params}` : path;
}

/**
 * Creates a predicate for a search. It matches parts of the words of a name, email address or note,
 * in any order and case and without accents. It also matches digits of any script in any part of a
 * number, spaced in any way, with +44 or 0 in front, and with an extension behind. SQL is not used
 * because each database compares letters in its own way.
 */
export function createMatcher(text: string): (request: StoredCallback) => boolean {
  const wanted = normalizeText(text);
  const words = wanted.split(' ');
  const number = inAsciiDigits(wanted).replace(/\b(?:extension|extn?\.?|x) ?(?=\d)/, '');
  const isNumber = /\d/.test(number) && !/[\p{L}@]/u.test(number);
  return ({ fields: { name, email, mobile }, handling: { note } }) =>
    [name, email, note]
      .map(normalizeText)
      .some((part) => words.every((word) => part.includes(word))) ||
    (isNumber &&
      (digitsOf(mobile).includes(digitsOf(number)) ||
        normalizeUkNumber(inAsciiDigits(mobile)).includes(normalizeUkNumber(number))));
}

const normalizeText = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

const digitsOf = (text: string) => inAsciiDigits(text).replace(/\D/g, '');
