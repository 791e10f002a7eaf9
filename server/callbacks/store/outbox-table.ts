import type { Database } from '../../database/database.ts';
import { type Row, type Statement, sql, sqlList } from '../../database/engine.ts';
import { MINUTE_MS } from '../../ops/durations.ts';
import { type ChannelId, isoTime } from './stored-callback.ts';

/** The highest assumed difference between the clocks of replicas. */
const CLOCK_SKEW_MS = MINUTE_MS;

export type DeliveryOutcome =
  | { state: 'delivered'; reason?: string | undefined }
  | { state: 'waiting'; retryAt: Date; reason: string }
  | { state: 'failed'; reason: string };

/** A claimed delivery of an item, which must be settled before its lease ends. */
export type Claimed<Item> = Item & {
  channel: ChannelId;
  /** The number of attempts, this one included. */
  attempts: number;
  /** The time at which it was queued or requeued, ISO 8601. The last attempt depends on it. */
  since: string;
};

/** A table of deliveries, as its workers use it. */
export type OutboxTable<Item> = ReturnType<typeof createOutboxTable<Item>>;

/**
 * Creates the claims of a table with the columns of `callback_deliveries`. Its methods reject as
 * those of the store do.
 * @param schema.table the name of the table
 * @param schema.rows the table, joined with what its rows deliver
 * @param schema.numberOf selects the number of the rows of an item
 */
export function createOutboxTable<Item>(
  database: Database,
  schema: {
    table: string;
    rows: Statement;
    numberOf: (id: string) => Statement;
    toItem: (row: Row) => Item;
  },
) {
  const { rows, numberOf, toItem } = schema;
  const table = [schema.table] as const;
  return {
    /**
     * Claims due deliveries of a channel, oldest first: no other worker gets them within the lease.
     * A delivery last tried in the future, or claimed for longer than a lease, was set by a clock
     * that was ahead, and counts as due.
     */
    async claimDue(claim: { channel: ChannelId; now: Date; limit: number; leaseMs: number }) {
      const { channel, limit, leaseMs } = claim;
      const now = claim.now.getTime();
      const due = sql`SELECT number AS due_number FROM ${table}
        WHERE state = 'waiting' AND channel = ${channel}
          AND (due_at <= ${now} OR at > ${now + CLOCK_SKEW_MS}
            OR (at IS NULL AND due_at > ${now + leaseMs + CLOCK_SKEW_MS}))
        ORDER BY number LIMIT ${limit} ${[database.dialect.skipLocked]}`;
      const claimed = sql`WITH due AS MATERIALIZED (${due})
        UPDATE ${table} SET due_at = ${now + leaseMs}, at = NULL, attempts = attempts + 1
        FROM due WHERE number = due_number AND channel = ${channel} RETURNING number`;
      // As a transaction, it shares its commit with the other channels' claims.
      const [claims = []] = await database.transaction([claimed]);
      const numbers = claims.map(({ number }) => number as number);
      if (numbers.length === 0) return [];
      const found = sql`SELECT * FROM ${rows}
        WHERE channel = ${channel} AND number IN (${sqlList(numbers)})
        ORDER BY number`;
      const claimedRows = await database.run(found);
      return claimedRows.map(
        (row): Claimed<Item> => ({
          ...toItem(row),
          channel,
          attempts: Number(row.attempts),
          since: isoTime(row.since),
        }),
      );
    },

    /** Makes every waiting delivery of a channel due now; claims stay as they are. */
    async retryNow(channel: ChannelId): Promise<void> {
      const now = Date.now();
      const waiting = sql`UPDATE ${table} SET due_at = ${now}
        WHERE state = 'waiting' AND channel = ${channel} AND at IS NOT NULL AND due_at > ${now}`;
      await database.run(waiting);
    },

    async settle(id: string, channel: ChannelId, outcome: DeliveryOutcome): Promise<void> {
      const now = Date.now();
      const dueAt = outcome.state === 'waiting' ? outcome.retryAt.getTime() : now;
      const settled = sql`UPDATE ${table}
        SET state = ${outcome.state}, at = ${now}, due_at = ${dueAt}, reason = ${outcome.reason ?? null}
        WHERE number IN (${numberOf(id)}) AND channel = ${channel} AND state = 'waiting'`;
      await database.transaction([settled]);
    },
  };
}
