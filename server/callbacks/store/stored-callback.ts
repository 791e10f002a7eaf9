import { hash } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES, mapFields } from '../../../shared/callback/fields.ts';
import { FASTEST_PERSON_MS } from '../../../shared/site/constants.ts';
import type { Row, Value } from '../../database/engine.ts';

/**
 * Why a callback request looks automatic. Flagged requests are kept and answered like any other;
 * staff decide.
 */
export type CallbackFlag = keyof typeof FLAG_WORDS;
const FLAG_WORDS = {
  honeypot: 'a hidden field was filled in',
  fast: `sent within ${FASTEST_PERSON_MS / 1000} seconds of opening the form`,
};

/** Why a request stands in "Possible spam", for staff; empty for one that does not. */
export const suspicionOf = ({ flags }: { flags: readonly CallbackFlag[] }) =>
  flags.map((flag) => FLAG_WORDS[flag]).join(', ');

/** Where a request is delivered: 'php', 'confirmation', 'webhook:HOST#HASH' or 'mail:ADDRESS'. Opaque to the store. */
export type Channel = string;

export interface NewCallback {
  /** Its id, if one has been given out already. */
  id?: string;
  fields: CallbackFields;
  flags: CallbackFlag[];
  /** Path of the page from which it was sent, where that is known. */
  page?: string | null;
}

/** What became of a call, in the words of the desk. */
export const OUTCOME_WORDS = {
  reached: 'Spoke to them',
  noanswer: 'No answer',
  wrongnumber: 'Wrong number',
  notacustomer: 'Not a real request',
};
export type Outcome = keyof typeof OUTCOME_WORDS;
export const OUTCOMES = Object.keys(OUTCOME_WORDS) as Outcome[];

/** What staff write beside a request. */
export interface Handling {
  /** Null until somebody has rung. */
  outcome: Outcome | null;
  note: string;
  /** When it is to be rung again, ISO 8601; null for one that is not. */
  ringAgainAt: string | null;
}

/**
 * Where a request stands: to be called now, because nobody has called or the time to call again has
 * come; to be called at a later time; called; suspected of being automatic, and nobody has called.
 */
export type Standing = 'toring' | 'later' | 'rung' | 'suspected';

export interface ListOptions {
  /** By arrival. */
  order?: 'newest' | 'oldest';
  standing?: Standing | undefined;
  /** Id of the request to go on after. */
  after?: string | undefined;
}

/** Identifies requests with the same fields without storing what was typed. */
export const digestOf = (fields: CallbackFields) =>
  hash('sha256', JSON.stringify(FIELD_NAMES.map((name) => fields[name])), 'base64');

export const isoTime = (milliseconds?: Value) => new Date(Number(milliseconds)).toISOString();
export const isoTimeOrNull = (value?: Value) => (value == null ? null : isoTime(value));

export function readRecord(row: Row) {
  const fields = JSON.parse(String(row.fields)) as Partial<CallbackFields>;
  return {
    id: String(row.id),
    receivedAt: isoTime(row.received_at),
    fields: mapFields(({ name }) => fields[name] ?? ''),
    flags: String(row.flags).split(' ').filter(Boolean) as CallbackFlag[],
    page: row.page as string | null,
  };
}

/** How long an opened request is shown as being worked on, in milliseconds. */
const OPEN_MS = 10 * 60 * 1000;

/** A callback request as the store keeps it. Times are ISO 8601, UTC. */
export type StoredCallback = ReturnType<typeof readCallback>;

/** @param rows of a join, one for each delivery */
function readCallback(rows: Row[]) {
  const [row] = rows as [Row];
  return {
    ...readRecord(row),
    handling: readHandling(row),
    /** What it was before the last change; null before the first. */
    former: row.former ? (JSON.parse(String(row.former)) as Handling) : null,
    /** Who made the last change, and when; null before the first. */
    changedBy: row.changed_by as string | null,
    changedAt: isoTimeOrNull(row.changed_at),
    /** Grows with each change. */
    version: Number(row.version),
    /** Who has it open and seems to be ringing; null when nobody does. */
    openBy: Number(row.opened_at) > Date.now() - OPEN_MS ? (row.opened_by as string) : null,
    standing: row.standing as Standing,
    /** When it is or was to be called again, ISO 8601; null when it is not. */
    callAgainAt: isoTimeOrNull(row.call_again_at),
    deliveries: rows.filter(({ channel }) => channel !== null).map(readDelivery),
  };
}

/** A call that staff made, about this or another request of the caller. */
export type Call = ReturnType<typeof readCall>;

export const readCall = (row: Row) => ({
  outcome: row.outcome as Outcome,
  by: String(row.saved_by),
  /** ISO 8601. */
  at: isoTime(row.saved_at),
});

/** Groups the rows of a join by request. */
export const readCallbacks = (rows: Row[]): StoredCallback[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()].map(readCallback);

const readHandling = (row: Row): Handling => ({
  outcome: row.outcome as Outcome | null,
  note: String(row.note),
  ringAgainAt: isoTimeOrNull(row.ring_again_at),
});

/** How far a request has got in one channel. */
export type Delivery = ReturnType<typeof readDelivery>;

const readDelivery = (row: Row) => ({
  channel: String(row.channel),
  state: row.state as 'waiting' | 'delivered' | 'failed',
  /** Attempts begun since it was queued or requeued. */
  attempts: Number(row.attempts),
  /** When the last attempt ended, ISO 8601; null before that and while one is under way. */
  at: isoTimeOrNull(row.at),
  /** Why the last attempt failed, or why nothing was sent. */
  reason: row.reason as string | null,
});
