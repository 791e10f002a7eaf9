import { createHash } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES, mapFields } from '../../../shared/callback/fields.ts';
import type { Row, Value } from '../../database/database.ts';
import type { CallbackFlag, Delivery, StoredCallback } from '../store.ts';
import { columnOf } from './schema.ts';

/** A row of callback requests joined with their deliveries. */
export const CALLBACK_COLUMNS = [
  'number',
  'id',
  'received_at',
  'flags',
  'called_at',
  ...FIELD_NAMES.map(columnOf),
]
  .map((column) => `callback.${column}`)
  .join(', ');

/** Identifies requests with the same fields without storing what was typed. */
export function digestOf(fields: CallbackFields): string {
  return createHash('sha256')
    .update(JSON.stringify(FIELD_NAMES.map((name) => fields[name])))
    .digest('base64');
}

const isoTime = (milliseconds: Value) => new Date(Number(milliseconds)).toISOString();
export const isoTimeOrNull = (value: Value | undefined) =>
  value === null || value === undefined ? null : isoTime(value);

export function readRecord(row: Row) {
  return {
    id: String(row.id),
    receivedAt: isoTime(row.received_at as Value),
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
        calledAt: isoTimeOrNull(row.called_at),
        deliveries: [],
      });
    if (row.channel !== null) callbacks.at(-1)?.deliveries.push(readDelivery(row));
  }
  return callbacks;
}

/** How a failed delivery is stored, as in every version of the site so far. */
export const FAILED = 'set_aside';

const readDelivery = (row: Row): Delivery => ({
  channel: String(row.channel),
  state: row.state === FAILED ? 'failed' : (row.state as Delivery['state']),
  attempts: Number(row.attempts),
  at: isoTimeOrNull(row.at),
  reason: row.reason as string | null,
});

/** `$1, $2` and so on, for that many values. */
export const placeholders = (count: number) =>
  Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');
