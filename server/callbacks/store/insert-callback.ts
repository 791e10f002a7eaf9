import { inAsciiDigits } from '../../../shared/callback/doubts.ts';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import { type Statement, sql, sqlList } from '../../database/engine.ts';
import { normalizeUkNumber } from '../phone-number.ts';
import { enqueueStatement } from './deliveries.ts';
import { type ChannelId, digestOf, type NewCallback } from './stored-callback.ts';

/** The time in which a double press, a reload or a retry creates no second record. */
const DUPLICATE_WINDOW_MS = 30 * 60 * 1000;

/**
 * Describes the requests of which this one is a duplicate: the same fields came within half an hour,
 * and nobody has dealt with them. A flagged request hides none that seems to come from a person,
 * because staff may never look at it.
 */
function duplicatesOf({ fields, flags }: Pick<NewCallback, 'fields' | 'flags'>, now: number) {
  const digest = digestOf(fields, flags);
  return {
    digest,
    digests: sqlList([digest, digestOf(fields, [])]),
    isOpen: sql`outcome IS NULL AND ring_again_at IS NULL
      AND abs(received_at - ${now}) < ${DUPLICATE_WINDOW_MS}`,
  };
}

/** Returns the statement that selects the request of which this one would be a duplicate. */
export function selectDuplicate(callback: Pick<NewCallback, 'fields' | 'flags'>): Statement {
  const { digests, isOpen } = duplicatesOf(callback, Date.now());
  return sql`SELECT id FROM callbacks WHERE digest IN (${digests}) AND ${isOpen}`;
}

/**
 * Returns the statements that store a request and its outbox entries. The last one selects its id,
 * or that of the request of which it is a duplicate.
 */
export function insertStatements(
  callback: NewCallback & { id: string },
  channels: readonly ChannelId[],
): Statement[] {
  const { id, fields, flags, page = null, source = null } = callback;
  const now = Date.now();
  const { digest, digests, isOpen } = duplicatesOf(callback, now);
  const { number, email } = callerKeys(fields);
  return [
    // The digest is unique, so no two replicas can keep the same request at once.
    sql`UPDATE callbacks SET digest = NULL WHERE digest = ${digest} AND NOT (${isOpen})`,
    sql`INSERT INTO callbacks
          (id, received_at, fields, flags, page, source, caller_number, caller_email, digest)
        SELECT ${id}, ${now}, ${JSON.stringify(fields)}, ${flags.join(' ')}, ${page},
          ${source && JSON.stringify(source)},
          ${number}, ${email}, ${digest}
        WHERE NOT EXISTS (SELECT 1 FROM callbacks WHERE digest IN (${digests}) AND ${isOpen})
        ON CONFLICT (digest) DO NOTHING`,
    ...channels.map((channel) => enqueueStatement(id, channel, now)),
    sql`SELECT id FROM callbacks WHERE digest IN (${digests}) ORDER BY id = ${id} DESC LIMIT 1`,
  ];
}

/** Returns the keys that identify a returning caller. `number` is null when there are no digits. */
const callerKeys = ({ mobile, email }: CallbackFields) => ({
  number: normalizeUkNumber(inAsciiDigits(mobile)) || null,
  email: email.toLowerCase(),
});
