import { sql } from '../../database/engine.ts';
import type { CallbackStatus } from './stored-callback.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * An SQL expression for the time of the next call: an hour after nobody answered when staff gave no
 * time; NULL when there is none.
 */
export const CALL_AGAIN_AT = sql`coalesce(ring_again_at,
  CASE outcome WHEN 'noanswer' THEN changed_at + ${HOUR_MS} END)`;

/**
 * An SQL condition that holds for each request but those which were called and are done with. The
 * index of this condition spares the lists a look at every request that ever was.
 */
export const MAY_BE_DUE = sql`(outcome IS NULL OR outcome = 'noanswer' OR ring_again_at IS NOT NULL)`;

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
