import { FIELD_NAMES } from '../../../shared/callback/fields.ts';
import type { Dialect } from './dialect.ts';

/** Holds a field's value; the prefix keeps it apart from the store's own columns. */
export const columnOf = (field: string) => `field_${field}`;

/**
 * Steps from one version of the schema to the next; a step that was released never changes. They
 * only add, so that the version before still works with it while replicas are exchanged.
 */
export const migrations = ({ serial }: Dialect): readonly string[][] => [
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
];

/** Adds a column for each field of the table of fields that has none yet. */
export const missingColumns = (columns: readonly string[]): string[] =>
  FIELD_NAMES.map(columnOf)
    .filter((column) => !columns.includes(column))
    .map((column) => `ALTER TABLE callbacks ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`);
