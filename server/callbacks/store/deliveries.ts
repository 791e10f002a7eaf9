import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type Row, type Statement, sql } from '../../database/engine.ts';
import { DAY_MS, MINUTE_MS } from '../../ops/durations.ts';
import { createOutboxTable } from './outbox-table.ts';
import {
  type ChannelId,
  isoTime,
  isoTimeOrNull,
  type StoredCallback,
  toCallback,
} from './stored-callback.ts';

/** Returns the statement that puts a stored request into the outbox of a channel. */
export const enqueueStatement = (id: string, channel: ChannelId, now: number) =>
  sql`INSERT INTO callback_deliveries (number, channel, since, due_at)
      SELECT number, ${channel}, ${now}, ${now} FROM callbacks WHERE id = ${id}
      ON CONFLICT DO NOTHING`;

export type Deliveries = ReturnType<typeof createDeliveries>;

/** A claimed delivery of a request. */
export type DueDelivery = Awaited<ReturnType<Deliveries['claimDue']>>[number];

export type StoreCounts = Awaited<ReturnType<Deliveries['counts']>>;

const numberOf = (id: string) => sql`SELECT number FROM callbacks WHERE id = ${id}`;

/** Returns an SQL condition for the receivers of a kind of channel. */
export const ofKind = (kind: string) => sql`(channel = ${kind} OR channel LIKE ${`${kind}:%`})`;

/** The longest wait in a channel: beyond it the channel counts as failing. */
export const MAX_WAITING_MS = 30 * MINUTE_MS;

/** A channel that delivers nothing, with the time of its first failure (ISO 8601). */
export type FailingChannel = ReturnType<typeof toFailing>;

/**
 * Returns the statement that selects the channels that have delivered nothing since a request failed
 * permanently in them, or began to wait before this time; the longest comes first.
 */
export const selectFailing = (before: Date): Statement =>
  sql`SELECT channel, min(since) AS since FROM callback_deliveries
    LEFT JOIN (SELECT channel, max(at) AS last_at FROM callback_deliveries
      WHERE state = 'delivered' GROUP BY channel) AS last USING (channel)
    WHERE state <> 'delivered' AND coalesce(at, since) >= coalesce(last_at, 0)
    GROUP BY channel
    HAVING min(CASE state WHEN 'failed' THEN 0 ELSE since END) <= ${before.getTime()}
    ORDER BY 2`;

export const toFailing = ({ channel, since }: Row) => ({
  channel: String(channel),
  since: isoTime(since),
});

/** Creates the outbox of requests. Its methods reject as those of the store do. */
export const createDeliveries = (database: Database) => ({
  ...createOutboxTable(database, {
    table: 'callback_deliveries',
    rows: sql`callbacks JOIN callback_deliveries USING (number)`,
    numberOf,
    toItem: toCallback,
  }),

  /**
   * Claims the confirmation of a request; false when another request had one at this address within
   * a day.
   */
  async claimConfirmation({ id, fields }: Pick<StoredCallback, 'id' | 'fields'>): Promise<boolean> {
    const address = hash('sha256', fields.email.toLowerCase(), 'base64');
    const confirmed = sql`INSERT INTO callback_confirmations AS last (address, number, at)
      SELECT ${address}, number, ${Date.now()} FROM callbacks WHERE id = ${id}
      ON CONFLICT (address) DO UPDATE SET number = excluded.number, at = excluded.at
        WHERE last.number = excluded.number OR abs(last.at - excluded.at) >= ${DAY_MS}
      RETURNING number`;
    return (await database.run(confirmed)).length > 0;
  },

  /** Requeues failed deliveries of a request; false for an unknown id or when none has failed. */
  async retry(id: string): Promise<boolean> {
    const now = Date.now();
    const requeued = sql`UPDATE callback_deliveries
      SET state = 'waiting', attempts = 0, since = ${now}, due_at = ${now}
      WHERE number = (${numberOf(id)}) AND state = 'failed'
      RETURNING channel`;
    return (await database.run(requeued)).length > 0;
  },

  /** Returns the channels that fail since a time: see `selectFailing`. */
  async failing(before: Date): Promise<FailingChannel[]> {
    return (await database.run(selectFailing(before))).map(toFailing);
  },

  /**
   * Counts the requests that wait in a kind of channel, and those that were given up. Those whose
   * caller has been called need no delivery.
   */
  async countUndelivered(kind: string): Promise<{ waiting: number; givenUp: number }> {
    const [row] = await database.run(sql`SELECT
        count(DISTINCT number) FILTER (WHERE state = 'waiting') AS waiting,
        count(DISTINCT number) FILTER (WHERE state = 'failed') AS given_up
      FROM callback_deliveries JOIN callbacks USING (number)
      WHERE ${ofKind(kind)} AND outcome IS NULL`);
    return { waiting: Number(row?.waiting), givenUp: Number(row?.given_up) };
  },

  /**
   * Counts the deliveries by channel of requests whose caller has not been called: the others need
   * none. `oldestWaiting` is when the oldest waiting request was received, ISO 8601.
   */
  async counts() {
    const groups = await database.run([
      `SELECT channel, count(*) FILTER (WHERE state = 'waiting') AS waiting,
         count(*) FILTER (WHERE state <> 'waiting') AS failed,
         min(received_at) FILTER (WHERE state = 'waiting') AS oldest
       FROM callback_deliveries
       JOIN callbacks ON callbacks.number = callback_deliveries.number
       WHERE state <> 'delivered' AND outcome IS NULL GROUP BY channel`,
    ]);
    const channels: Record<ChannelId, ReturnType<typeof toChannelCounts>> = Object.fromEntries(
      groups.map((row) => [row.channel, toChannelCounts(row)]),
    );
    return { channels };
  },
});

const toChannelCounts = ({ waiting, failed, oldest }: Row) => ({
  waiting: Number(waiting),
  failed: Number(failed),
  oldestWaiting: isoTimeOrNull(oldest),
});
