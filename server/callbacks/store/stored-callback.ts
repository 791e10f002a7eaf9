import { type CallbackFields, mapFields } from '../../../shared/callback/fields.ts';
import type { RequestSource } from '../../../shared/callback/request-source.ts';
import { MIN_HUMAN_FILL_MS } from '../../../shared/site/constants.ts';
import type { Row, Value } from '../../database/engine.ts';
import { MINUTE_MS } from '../../ops/durations.ts';

/**
 * The reason why a callback request looks automatic. Flagged requests are stored and answered like
 * any other; staff decide.
 */
export type CallbackFlag = keyof typeof FLAG_LABELS;
const FLAG_LABELS = {
  honeypot: 'a hidden field was filled in',
  fast: `sent within ${MIN_HUMAN_FILL_MS / 1000} seconds of opening the form`,
};

/** Describes to staff why a request stands in "Possible spam"; empty for one that does not. */
export const describeFlags = ({ flags }: { flags: readonly CallbackFlag[] }) =>
  flags.map((flag) => FLAG_LABELS[flag]).join(', ');

/**
 * The id of a channel: 'php', 'confirmation', 'webhook:HOST#HASH' or 'mail:ADDRESS'. The store does
 * not interpret it.
 */
export type ChannelId = string;

export interface NewCallback {
  /** The id, when it has been given out already. */
  id?: string;
  fields: CallbackFields;
  flags: CallbackFlag[];
  /** The path of the page from which it was sent, where that is known. */
  page?: string | null;
  /** The campaign that brought the visit, where that is known. */
  source?: RequestSource | null;
}

/** The outcomes of a call, with their labels at the desk. */
export const OUTCOME_LABELS = {
  reached: 'Spoke to them',
  noanswer: 'No answer',
  wrongnumber: 'Wrong number',
  notacustomer: 'Not a real request',
};
export type Outcome = keyof typeof OUTCOME_LABELS;
export const OUTCOMES = Object.keys(OUTCOME_LABELS) as Outcome[];

export const outcomeLabel = (outcome: Outcome | null) =>
  outcome ? OUTCOME_LABELS[outcome] : 'Not called yet';

/** The notes of staff about a request. */
export interface FollowUp {
  /** Null until somebody has called. */
  outcome: Outcome | null;
  note: string;
  /** The time of the next call, ISO 8601; null when there is none. */
  ringAgainAt: string | null;
}

/**
 * The status of a request: to call now, because nobody has called or the time of the next call has
 * come; to call later; called; or flagged as automatic, and not called.
 */
export type CallbackStatus = 'due' | 'later' | 'called' | 'suspected';

export const isoTime = (milliseconds?: Value) => new Date(Number(milliseconds)).toISOString();
export const isoTimeOrNull = (value?: Value) => (value == null ? null : isoTime(value));

export function toCallback(row: Row) {
  const fields = JSON.parse(String(row.fields)) as Partial<CallbackFields>;
  return {
    id: String(row.id),
    receivedAt: isoTime(row.received_at),
    fields: mapFields(({ name }) => fields[name] ?? ''),
    flags: String(row.flags).split(' ').filter(Boolean) as CallbackFlag[],
    page: row.page as string | null,
    source: row.source ? (JSON.parse(String(row.source)) as RequestSource) : null,
  };
}

/** The time for which an opened request is shown as being worked on, in milliseconds. */
export const OPENED_TTL_MS = 10 * MINUTE_MS;

/** A stored callback request. Times are ISO 8601, UTC. */
export type StoredCallback = ReturnType<typeof readCallback>;

/**
 * Maps the rows of a request.
 * @param rows the rows of a join, one for each delivery
 */
function readCallback(rows: Row[]) {
  const [row] = rows as [Row];
  return {
    ...toCallback(row),
    handling: readHandling(row),
    /** The follow-up before the last change; null before the first. */
    former: row.former ? (JSON.parse(String(row.former)) as FollowUp) : null,
    /** The person who made the last change; null before the first. */
    changedBy: row.changed_by as string | null,
    changedAt: isoTimeOrNull(row.changed_at),
    /** The number of changes. */
    version: Number(row.version),
    /** The person who has it open and seems to be calling; null when nobody does. */
    openBy: Number(row.opened_at) > Date.now() - OPENED_TTL_MS ? (row.opened_by as string) : null,
    status: row.status as CallbackStatus,
    /** True when the caller had sent a request before. */
    isRepeated: Boolean(row.is_repeated),
    /** The time of the next call, past or future, ISO 8601; null when there is none. */
    callAgainAt: isoTimeOrNull(row.call_again_at),
    deliveries: rows.filter(({ channel }) => channel !== null).map(readDelivery),
  };
}

/** A call that staff made, about this or another request of the caller. */
export type Call = ReturnType<typeof readCall>;

export const readCall = (row: Row) => ({
  outcome: row.outcome as Outcome,
  by: String(row.saved_by),
  /** The time of the call, ISO 8601. */
  at: isoTime(row.saved_at),
});

/** Groups the rows of a join by request. */
export const readCallbacks = (rows: Row[]): StoredCallback[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map(readCallback);

const readHandling = (row: Row): FollowUp => ({
  outcome: row.outcome as Outcome | null,
  note: String(row.note),
  ringAgainAt: isoTimeOrNull(row.ring_again_at),
});

/** The state of a request in one channel. */
export type Delivery = ReturnType<typeof readDelivery>;

const readDelivery = (row: Row) => ({
  channel: String(row.channel),
  state: row.state as 'waiting' | 'delivered' | 'failed',
  /** The number of attempts since it was queued or requeued. */
  attempts: Number(row.attempts),
  /**
   * The time at which the last attempt ended, ISO 8601; null before that and while one is in
   * flight.
   */
  at: isoTimeOrNull(row.at),
  /** The reason why the last attempt failed, or why nothing was sent. */
  reason: row.reason as string | null,
});
