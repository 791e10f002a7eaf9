import { createHash } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES, mapFields } from '../../../shared/callback/fields.ts';
import type { Row, Value } from '../../database/engine.ts';
import type {
  CallbackFlag,
  Delivery,
  Handling,
  Outcome,
  Standing,
  StoredCallback,
} from '../store.ts';
import { columnOf } from './schema.ts';

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

/** `$1, $2` and so on, for that many values. */
export const placeholders = (count: number) =>
  Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ');
