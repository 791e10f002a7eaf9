import { createHash } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES, mapFields } from '../../../shared/callback/fields.ts';
import type { Dialect, Row, Schema, Value } from '../../database/engine.ts';
import type {
  CallbackFlag,
  Delivery,
  Handling,
  Outcome,
  Standing,
  StoredCallback,
} from '../store.ts';

/** Column of a field's value; the prefix avoids clashes with the store's own columns. */
export const columnOf = (field: string) => `field_${field}`;

/** Tables of callback requests and of their deliveries. */
export const callbackSchema = ({ serial }: Dialect): Schema => ({
  name: 'callback_schema',
  steps: [
    [
      `CREATE TABLE callbacks (
       number ${serial},
       id TEXT NOT NULL UNIQUE,
       received_at BIGINT NOT NULL,
       flags TEXT NOT NULL,
       digest TEXT UNIQUE,
       called_at BIGINT
     )`,
      'CREATE INDEX callbacks_received_at ON callbacks (received_at)',
      `CREATE TABLE callback_deliveries (
       number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
       channel TEXT NOT NULL,
       state TEXT NOT NULL DEFAULT 'waiting',
       attempts INTEGER NOT NULL DEFAULT 0,
       since BIGINT NOT NULL,
       due_at BIGINT NOT NULL,
       at BIGINT,
       reason TEXT,
       PRIMARY KEY (number, channel)
     )`,
      `CREATE INDEX callback_deliveries_open
       ON callback_deliveries (state, channel, number, due_at) WHERE state <> 'delivered'`,
    ],
    [
      `CREATE TABLE callback_store_use (
       single INTEGER PRIMARY KEY CHECK (single = 1),
       last_used_at BIGINT NOT NULL
     )`,
    ],
    [
      `CREATE TABLE callback_confirmations (
       address TEXT PRIMARY KEY,
       number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
       at BIGINT NOT NULL
     )`,
    ],
  ],
  columns: {
    table: 'callbacks',
    wanted: [
      ...FIELD_NAMES.map((field) => [columnOf(field), "TEXT NOT NULL DEFAULT ''"] as const),
      ['outcome', 'TEXT'],
      ['note', "TEXT NOT NULL DEFAULT ''"],
      ['ring_again_at', 'BIGINT'],
      ['changed_by', 'TEXT'],
      ['changed_at', 'BIGINT'],
      ['former', 'TEXT'],
      ['version', 'INTEGER NOT NULL DEFAULT 0'],
      ['opened_by', 'TEXT'],
      ['opened_at', 'BIGINT'],
    ],
  },
  personal: { table: 'callbacks', time: 'received_at' },
});

/** For so long whoever opened a request is taken to be ringing. */
const OPEN_MS = 10 * 60 * 1000;

/** The standing of a request. @param now place of the time, in milliseconds */
export const standingAt = (now: string) => `CASE
  WHEN ring_again_at <= ${now} THEN 'toring'
  WHEN ring_again_at IS NOT NULL OR called_at IS NOT NULL THEN 'rung'
  WHEN flags <> '' THEN 'suspected'
  ELSE 'toring' END`;

/** Identifies requests with the same fields without storing what was typed. */
export function digestOf(fields: CallbackFields): string {
  return createHash('sha256')
    .update(JSON.stringify(FIELD_NAMES.map((name) => fields[name])))
    .digest('base64');
}

export const isoTime = (milliseconds?: Value) => new Date(Number(milliseconds)).toISOString();
export const isoTimeOrNull = (value?: Value) => (value == null ? null : isoTime(value));

export function readRecord(row: Row) {
  return {
    id: String(row.id),
    receivedAt: isoTime(row.received_at),
    fields: mapFields(({ name }) => String(row[columnOf(name)])),
    flags: String(row.flags).split(' ').filter(Boolean) as CallbackFlag[],
  };
}

/** Groups the rows of a join by request. */
export function readCallbacks(rows: Row[]): StoredCallback[] {
  const callbacks: StoredCallback[] = [];
  for (const row of rows) {
    if (callbacks.at(-1)?.id !== row.id)
      callbacks.push({
        ...readRecord(row),
        handling: readHandling(row),
        former: row.former ? (JSON.parse(String(row.former)) as Handling) : null,
        changedBy: row.changed_by as string | null,
        changedAt: isoTimeOrNull(row.changed_at ?? row.called_at),
        version: Number(row.version),
        openBy: Number(row.opened_at) > Date.now() - OPEN_MS ? (row.opened_by as string) : null,
        standing: row.standing as Standing,
        deliveries: [],
      });
    if (row.channel !== null) callbacks.at(-1)?.deliveries.push(readDelivery(row));
  }
  return callbacks;
}

/** Version 2 knew only that somebody had called. */
const readHandling = (row: Row): Handling => ({
  outcome: row.called_at === null ? null : ((row.outcome ?? 'reached') as Outcome),
  note: String(row.note),
  ringAgainAt: isoTimeOrNull(row.ring_again_at),
});

/** How a failed delivery is stored, as in every version of the site so far. */
export const FAILED = 'set_aside';

const readDelivery = (row: Row): Delivery => ({
  channel: String(row.channel),
  state: row.state === FAILED ? 'failed' : (row.state as Delivery['state']),
  attempts: Number(row.attempts),
  at: isoTimeOrNull(row.at),
  reason: row.reason as string | null,
});
