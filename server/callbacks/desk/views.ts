import { type CallbackStatus, OUTCOMES, type Outcome } from '../store/stored-callback.ts';

/**
 * The lists of the desk by the status of their requests, in the order of their links; the first is
 * the default. `view` is the word in URLs, `label` the one that staff read.
 */
export const LISTS = {
  due: {
    view: 'toring',
    label: 'To call',
    order: 'oldest',
    empty: 'No one is waiting for a call.',
  },
  called: { view: 'rung', label: 'Called', order: 'newest', empty: 'No one has been called yet.' },
  suspected: {
    view: 'suspected',
    label: 'Possible spam',
    order: 'oldest',
    empty: 'No requests look like spam.',
  },
  all: { view: 'all', label: 'All', order: 'newest', empty: 'No callback requests.' },
} as const satisfies Record<Exclude<CallbackStatus, 'later'> | 'all', object>;

export type ListName = keyof typeof LISTS;
export const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** The state of a list. Every link and form that leads back to it carries this. */
export interface ListQuery {
  list: ListName;
  /** The outcome to which the list of all requests is filtered. */
  outcome?: Outcome | undefined;
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

const idOf = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined);

/** Parses the query of a URL and drops invalid values. */
export function parseListQuery(query: Record<string, unknown>): ListQuery {
  const { view, outcome, after, done, still } = query;
  const list = LIST_NAMES.find((name) => LISTS[name].view === view) ?? 'due';
  return {
    list,
    outcome: list === 'all' ? OUTCOMES.find((known) => known === outcome) : undefined,
    after: idOf(after),
    changedId: idOf(done),
    isPaused: still === 'on',
  };
}

/** Returns the path of a list or of an action, with the state of the list as its query. */
export function deskPath(path: string, query: ListQuery): string {
  const { list, outcome, after, changedId, isPaused } = query;
  const params = new URLSearchParams();
  if (list !== 'due') params.set('view', LISTS[list].view);
  if (outcome) params.set('outcome', outcome);
  if (after) params.set('after', after);
  if (changedId) params.set('done', changedId);
  if (isPaused) params.set('still', 'on');
  return params.size > 0 ? `${path}?${params}` : path;
}
