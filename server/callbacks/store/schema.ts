import { FIELD_NAMES } from '../../../shared/callback/fields.ts';
import type { Dialect } from './dialect.ts';

/** Column of a field's value; the prefix avoids clashes with the store's own columns. */
export const columnOf = (field: string) => `field_${field}`;

/**
 * Steps from one schema version to the next. A released step never changes. Steps only add, so that
 * the previous version still works during a rolling deploy.
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

/** Adds a column for each callback field that has none yet. */
export const missingColumns = (columns: readonly string[]): string[] =>
  FIELD_NAMES.map(columnOf)
    .filter((column) => !columns.includes(column))
    .map((column) => `ALTER TABLE callbacks ADD COLUMN ${column} TEXT NOT NULL DEFAULT ''`);
