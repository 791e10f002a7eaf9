import { type Dialect, type Schema, sql } from '../../database/engine.ts';

/** The tables of callback requests and of their deliveries. */
export const callbackSchema = ({ serial }: Dialect): Schema => ({
  table: 'callbacks',
  create: [
    `CREATE TABLE callbacks (
       number ${serial},
       id TEXT NOT NULL UNIQUE,
       received_at BIGINT NOT NULL,
       -- As JSON, so that a form with another field needs no other table.
       fields TEXT NOT NULL,
       flags TEXT NOT NULL DEFAULT '',
       page TEXT,
       -- By these a caller is known again, whatever the spelling.
       caller_number TEXT,
       caller_email TEXT,
       digest TEXT UNIQUE,
       outcome TEXT,
       note TEXT NOT NULL DEFAULT '',
       ring_again_at BIGINT,
       changed_by TEXT,
       changed_at BIGINT,
       former TEXT,
       version INTEGER NOT NULL DEFAULT 0,
       opened_by TEXT,
       opened_at BIGINT
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
    `CREATE TABLE callback_store_use (
       single INTEGER PRIMARY KEY CHECK (single = 1),
       last_used_at BIGINT NOT NULL
     )`,
    // The notices about a kind of channel to a receiver, by both: the last one, and when each was
    // given.
    `CREATE TABLE callback_notices (
       channel TEXT PRIMARY KEY,
       told TEXT NOT NULL,
       failing_at BIGINT NOT NULL,
       working_at BIGINT NOT NULL DEFAULT 0
     )`,
    `CREATE TABLE callback_confirmations (
       address TEXT PRIMARY KEY,
       number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
       at BIGINT NOT NULL
     )`,
  ],
  personalDataTimeColumn: 'received_at',
});

/**
 * The table of everything that staff saved; a save with an outcome is a call. When the table is
 * created in an older store, it starts with the last outcome of each request.
 */
const saveSchema = (): Schema => ({
  table: 'callback_saves',
  create: [
    `CREATE TABLE callback_saves (
       number BIGINT NOT NULL REFERENCES callbacks ON DELETE CASCADE,
       -- The version that the request had once this was saved.
       version INTEGER NOT NULL,
       outcome TEXT,
       saved_by TEXT NOT NULL,
       saved_at BIGINT NOT NULL,
       undone INTEGER NOT NULL DEFAULT 0,
       PRIMARY KEY (number, version)
     )`,
    `INSERT INTO callback_saves (number, version, outcome, saved_by, saved_at)
       SELECT number, version, outcome, changed_by, changed_at FROM callbacks
       WHERE outcome IS NOT NULL`,
  ],
});

/** The index that finds the other requests of a caller. It is also added to older stores. */
const callerIndex = (column: 'caller_number' | 'caller_email') => (): Schema => ({
  table: `callbacks_${column}`,
  create: [`CREATE INDEX callbacks_${column} ON callbacks (${column})`],
});

/**
 * The tables and indexes of the store. The requests come first, because the others refer to them.
 */
export const CALLBACK_SCHEMAS = [
  callbackSchema,
  saveSchema,
  callerIndex('caller_number'),
  callerIndex('caller_email'),
];

const HOUR_MS = 60 * 60 * 1000;

/**
 * An SQL expression for the time of the next call: an hour after nobody answered when staff gave no
 * time; NULL when there is none.
 */
export const CALL_AGAIN_AT = sql`coalesce(ring_again_at,
  CASE outcome WHEN 'noanswer' THEN changed_at + ${HOUR_MS} END)`;

/**
 * Returns an SQL expression for the status of a request.
 * @param now milliseconds since 1970
 */
export const statusExpression = (now: number) => sql`CASE
  WHEN ${CALL_AGAIN_AT} > ${now} THEN 'later'
  WHEN ${CALL_AGAIN_AT} IS NOT NULL THEN 'toring'
  WHEN outcome IS NOT NULL THEN 'rung'
  WHEN flags <> '' THEN 'suspected'
  ELSE 'toring' END`;
