import { hash } from 'node:crypto';
import { inAsciiDigits } from '../../../shared/callback/doubts.ts';
import { type CallbackFields, FIELD_NAMES } from '../../../shared/callback/fields.ts';
import { type Statement, sql } from '../../database/engine.ts';
import { MINUTE_MS } from '../../ops/durations.ts';
import { normalizeUkNumber } from '../phone-number.ts';
import { enqueueStatement } from './deliveries.ts';
import type { ChannelId, NewCallback } from './stored-callback.ts';

/** The time in which a double press, a reload or a retry creates no second record. */
const DUPLICATE_WINDOW_MS = 30 * MINUTE_MS;

/**
 * Returns the key of which one request at a time is stored. It identifies requests with the same
 * fields, without storing what was typed.
 */
const digestOf = (fields: CallbackFields) =>
  hash('sha256', JSON.stringify(FIELD_NAMES.map((name) => [name, fields[name]])), 'base64');

/**
 * Returns the condition that a stored request with the same fields makes this one a duplicate: it
 * came within half an hour, and nobody has dealt with it. A flagged request hides none that seems
 * to come from a person, because staff may never look at it.
 */
const hidesRequest = ({ flags }: Pick<NewCallback, 'flags'>, now: number) =>
  sql`(outcome IS NULL AND ring_again_at IS NULL
    AND abs(received_at - ${now}) < ${DUPLICATE_WINDOW_MS}
    AND ${flags.length > 0 ? sql`TRUE` : sql`flags = ''`})`;

/** Returns the statement that selects the request of which this one would be a duplicate. */
export const selectDuplicate = (callback: Pick<NewCallback, 'fields' | 'flags'>): Statement =>
  sql`SELECT id FROM callbacks
    WHERE digest = ${digestOf(callback.fields)} AND ${hidesRequest(callback, Date.now())}`;

/**
 * Returns the statements that store a request and its outbox entries. The last one selects its id,
 * or that of the request of which it is a duplicate. It selects nothing when another process stored
 * or deleted an equal request at this moment: run again, they see what it did.
 */
export function insertStatements(
  callback: NewCallback & { id: string },
  channels: readonly ChannelId[],
): Statement[] {
  const { id, fields, flags, page = null, source = null } = callback;
  const now = Date.now();
  const digest = digestOf(fields);
  const { number, email } = callerKeys(fields);
  return [
    sql`UPDATE callbacks SET digest = NULL
        WHERE digest = ${digest} AND NOT ${hidesRequest(callback, now)}`,
    sql`INSERT INTO callbacks
          (id, received_at, fields, flags, page, source, caller_number, caller_email, digest)
        VALUES (${id}, ${now}, ${JSON.stringify(fields)}, ${flags.join(' ')}, ${page},
          ${source && JSON.stringify(source)}, ${number}, ${email}, ${digest})
        ON CONFLICT (digest) DO NOTHING`,
    ...channels.map((channel) => enqueueStatement(id, channel, now)),
    sql`SELECT id FROM callbacks WHERE digest = ${digest} AND ${hidesRequest(callback, now)}`,
  ];
}

/** Returns the keys that identify a returning caller. `number` is null when there are no digits. */
const callerKeys = ({ mobile, email }: CallbackFields) => ({
  number: normalizeUkNumber(inAsciiDigits(mobile)) || null,
  email: email.toLowerCase(),
});
