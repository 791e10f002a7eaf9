import { type Statement, sql } from '../../database/engine.ts';
import { HOUR_MS } from '../../ops/durations.ts';
import type { CallbackStatus } from './stored-callback.ts';

/**
 * An SQL expression for the time of the next call: an hour after nobody answered when staff gave no
 * time; NULL when there is none.
 */
export const CALL_AGAIN_AT = sql`coalesce(ring_again_at,
  CASE outcome WHEN 'noanswer' THEN changed_at + ${HOUR_MS} END)`;

/**
 * An SQL condition that holds for each request but those which were called and are done with. The
 * index of this condition (migrations/002-next-call.sql) spares the lists a look at every request that ever was.
 */
const MAY_BE_DUE = sql`(outcome IS NULL OR outcome = 'noanswer' OR ring_again_at IS NOT NULL)`;

/**
 * Returns an SQL expression for the status of a request.
 * @param now milliseconds since 1970
 */
export const statusExpression = (now: number) => sql`CASE
  WHEN ${CALL_AGAIN_AT} > ${now} THEN 'later'
  WHEN ${CALL_AGAIN_AT} IS NOT NULL THEN 'due'
  WHEN outcome IS NOT NULL THEN 'called'
  WHEN flags <> '' THEN 'suspected'
  ELSE 'due' END`;

/** Returns an SQL condition for the requests of a status. */
export const hasStatus = (status: CallbackStatus, now: number) =>
  status === 'called'
    ? sql`${statusExpression(now)} = ${status}`
    : sql`${MAY_BE_DUE} AND ${statusExpression(now)} = ${status}`;

/** Tells whether the caller had sent a request before. */
const IS_REPEATED = sql`EXISTS (SELECT 1 FROM callbacks AS earlier
  WHERE earlier.number < callbacks.number
    AND (earlier.caller_number = callbacks.caller_number
      OR earlier.caller_email = callbacks.caller_email))`;

/**
 * Returns the statement that selects requests with their deliveries.
 * @param order columns, each with its direction
 */
export function selectCallbacks(
  condition: Statement,
  order: readonly string[],
  length: number,
): Statement {
  const ofCallback = order.map((column) => `callback.${column}`);
  return sql`SELECT callback.*, channel, state, attempts, at, reason FROM
    (SELECT callbacks.*, ${statusExpression(Date.now())} AS status,
       ${CALL_AGAIN_AT} AS call_again_at, ${IS_REPEATED} AS is_repeated
     FROM callbacks WHERE ${condition} ORDER BY ${[order.join(', ')]} LIMIT ${length}) AS callback
    LEFT JOIN callback_deliveries AS delivery ON delivery.number = callback.number
    ORDER BY ${[ofCallback.join(', ')]}, channel`;
}

export const selectCallback = (id: string) => selectCallbacks(sql`id = ${id}`, ['number'], 1);

/**
 * Returns the condition that a request lies behind another one in a list.
 * @param after the other request's id, or its number; null at the start of the list
 */
export function isBehind(after: string | number | null, order: 'oldest' | 'newest'): Statement {
  const [comparison, start] =
    order === 'oldest' ? (['>', -1] as const) : (['<', Number.MAX_SAFE_INTEGER] as const);
  if (typeof after === 'number') return sql`number ${[comparison]} ${after}`;
  const number = sql`SELECT number FROM callbacks WHERE id = ${after}`;
  return sql`number ${[comparison]} coalesce((${number}), ${start})`;
}
