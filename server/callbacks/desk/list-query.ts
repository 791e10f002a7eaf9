import { dialled } from '../phone-number.ts';
import type { Standing, StoredCallback } from '../store/stored-callback.ts';

/** The lists of the desk, in the order of their links; the first is what opens. */
export const VIEWS = {
  toring: { label: 'To call', order: 'oldest', empty: 'No one is waiting for a call.' },
  rung: { label: 'Called', order: 'newest', empty: 'No one has been called yet.' },
  suspected: { label: 'Possible spam', order: 'oldest', empty: 'No requests look like spam.' },
  all: { label: 'All', order: 'newest', empty: 'No callback requests.' },
} as const satisfies Record<Exclude<Standing, 'later'> | 'all', object>;

export type View = keyof typeof VIEWS;

/** What is asked of the list. Every link and form that comes back to it carries this. */
export interface ListQuery {
  view: View;
  /** Id of the request before the first. */
  after?: string | undefined;
  /** Id of the request that was changed a moment ago. */
  done?: string | undefined;
  /** Whether the list stays as it is. */
  still?: boolean;
}

/** Nothing else is asked of the store: PostgreSQL refuses a statement with U+0000 in it. */
export const ID = /^[\w-]{1,64}$/;

/** Reads the query of an address; what it cannot be is left out. */
export function queryOf({ view, after, done, still }: Record<string, unknown>): ListQuery {
  const idOf = (value: unknown) =>
    typeof value === 'string' && ID.test(value) ? value : undefined;
  return {
    view: typeof view === 'string' && Object.hasOwn(VIEWS, view) ? (view as View) : 'toring',
    after: idOf(after),
    done: idOf(done),
    still: still === 'on',
  };
}

/** The address of a part of the list, or of an action taken from there. */
export function deskAddress(path: string, { view, after, done, still }: ListQuery): string {
  const asked = { view: view === 'toring' ? '' : view, after, done, still: still ? 'on' : '' };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value) parameters.set(name, value);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/**
 * Says whether a request is one that staff look for: by parts of the words of its name, email
 * address or note, in any order and case and without accents, or by digits in any part of its
 * number, spaced in any way, with +44 or 0 in front. The databases would each compare letters in a
 * way of their own.
 */
export function createSearch(text: string): (request: StoredCallback) => boolean {
  const wanted = plain(text);
  const words = wanted.split(' ');
  const isNumber = /\d/.test(wanted) && !/[\p{L}@]/u.test(wanted);
  return ({ fields: { name, email, mobile }, handling: { note } }) =>
    [name, email, note].map(plain).some((part) => words.every((word) => part.includes(word))) ||
    (isNumber &&
      (digitsOf(mobile).includes(digitsOf(wanted)) || dialled(mobile).includes(dialled(wanted))));
}

const plain = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

const digitsOf = (text: string) => text.replace(/\D/g, '');
