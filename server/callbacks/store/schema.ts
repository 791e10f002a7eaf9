import { FIELD_NAMES } from '../../../shared/callback/fields.ts';
import type { Dialect, Schema } from '../../database/engine.ts';

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
