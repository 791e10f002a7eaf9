import { hash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { type Row, sql, sqlList } from '../../database/engine.ts';
import {
  type ChannelId,
  isoTime,
  isoTimeOrNull,
  type StoredCallback,
  toCallback,
} from './stored-callback.ts';

/** The highest assumed difference between the clocks of replicas. */
const CLOCK_SKEW_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the statement that puts a stored request into the outbox of a channel. */
export const enqueueStatement = (id: string, channel: ChannelId, now: number) =>
  sql`INSERT INTO callback_deliveries (number, channel, since, due_at)
      SELECT number, ${channel}, ${now}, ${now} FROM callbacks WHERE id = ${id}
      ON CONFLICT DO NOTHING`;

export type Deliveries = ReturnType<typeof createDeliveries>;

/** A claimed delivery, which must be settled before its lease ends. */
export type DueDelivery = Awaited<ReturnType<Deliveries['claimDue']>>[number];

export type StoreCounts = Awaited<ReturnType<Deliveries['counts']>>;

export type DeliveryOutcome =
  | { state: 'delivered'; reason?: string | undefined }
  | { state: 'waiting'; retryAt: Date; reason: string }
  | { state: 'failed'; reason: string };

/** Creates the outbox. Its methods reject as those of the store do. */
export const createDeliveries = (database: Database) => ({
  /**
   * Claims due deliveries of a channel, oldest request first: no other worker gets them within the
   * lease. A delivery last tried in the future, or claimed for longer than a lease, was set by a
   * clock that was ahead, and counts as due.
   */
  async claimDue(claim: { channel: ChannelId; now: Date; limit: number; leaseMs: number }) {
    const { channel, limit, leaseMs } = claim;
    const now = claim.now.getTime();
    const due = sql`SELECT number AS due_number FROM callback_deliveries
      WHERE state = 'waiting' AND channel = ${channel}
        AND (due_at <= ${now} OR at > ${now + CLOCK_SKEW_MS}
          OR (at IS NULL AND due_at > ${now + leaseMs + CLOCK_SKEW_MS}))
      ORDER BY number LIMIT ${limit} ${[database.dialect.skipLocked]}`;
    const claimed = sql`WITH due AS MATERIALIZED (${due})
      UPDATE callback_deliveries SET due_at = ${now + leaseMs}, at = NULL, attempts = attempts + 1
      FROM due WHERE number = due_number AND channel = ${channel} RETURNING number`;
    // As a transaction, it shares its commit with the other channels' claims.
    const [claims = []] = await database.transaction([claimed]);
    const numbers = claims.map(({ number }) => number as number);
    if (numbers.length === 0) return [];
    const found = sql`SELECT * FROM callbacks JOIN callback_deliveries USING (number)
      WHERE channel = ${channel} AND number IN (${sqlList(numbers)})
      ORDER BY number`;
    const requests = await database.run(found);
    return requests.map((row) => ({
      ...toCallback(row),
      channel,
      /** The number of attempts, this one included. */
      attempts: Number(row.attempts),
      /** The time at which it was queued or requeued, ISO 8601. The last attempt depends on it. */
      since: isoTime(row.since),
    }));
  },

  /** Makes every waiting delivery of a channel due now; claims stay as they are. */
  async retryNow(channel: ChannelId): Promise<void> {
    const now = Date.now();
    const waiting = sql`UPDATE callback_deliveries SET due_at = ${now}
      WHERE state = 'waiting' AND channel = ${channel} AND at IS NOT NULL AND due_at > ${now}`;
    await database.run(waiting);
  },

  async settle(id: string, channel: ChannelId, outcome: DeliveryOutcome): Promise<void> {
    const now = Date.now();
    const dueAt = outcome.state === 'waiting' ? outcome.retryAt.getTime() : now;
    const settled = sql`UPDATE callback_deliveries
      SET state = ${outcome.state}, at = ${now}, due_at = ${dueAt}, reason = ${outcome.reason ?? null}
      WHERE number = (SELECT number FROM callbacks WHERE id = ${id}) AND channel = ${channel}
        AND state = 'waiting'`;
    await database.transaction([settled]);
  },

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
      WHERE number = (SELECT number FROM callbacks WHERE id = ${id}) AND state = 'failed'
      RETURNING channel`;
    return (await database.run(requeued)).length > 0;
  },

  /**
   * Returns the channels that have delivered nothing since a request failed permanently in them, or
   * began to wait before this time. Each has the time of its first failure, ISO 8601; the longest
   * comes first.
   */
  async failing(before: Date): Promise<{ channel: ChannelId; since: string }[]> {
    const found = sql`SELECT channel, min(since) AS since FROM callback_deliveries
      LEFT JOIN (SELECT channel, max(at) AS last_at FROM callback_deliveries
        WHERE state = 'delivered' GROUP BY channel) AS last USING (channel)
      WHERE state <> 'delivered' AND coalesce(at, since) >= coalesce(last_at, 0)
      GROUP BY channel
      HAVING min(CASE state WHEN 'failed' THEN 0 ELSE since END) <= ${before.getTime()}
      ORDER BY 2`;
    const rows = await database.run(found);
    return rows.map(({ channel, since }) => ({ channel: String(channel), since: isoTime(since) }));
  },

  /**
   * Counts the bytes on the disk, and the deliveries by channel of requests whose caller has not
   * been called: the others need none. `oldestWaiting` is when the oldest waiting request was
   * received, ISO 8601.
   */
  async counts() {
    const size = database.dialect.size('callbacks', 'callback_deliveries', 'callback_saves');
    const [[total], groups] = await Promise.all([
      database.run([`SELECT ${size} AS bytes`]),
      database.run([
        `SELECT channel, count(*) FILTER (WHERE state = 'waiting') AS waiting,
           count(*) FILTER (WHERE state <> 'waiting') AS failed,
           min(received_at) FILTER (WHERE state = 'waiting') AS oldest
         FROM callback_deliveries
         JOIN callbacks ON callbacks.number = callback_deliveries.number
         WHERE state <> 'delivered' AND outcome IS NULL GROUP BY channel`,
      ]),
    ]);
    const channels: Record<ChannelId, ReturnType<typeof toChannelCounts>> = Object.fromEntries(
      groups.map((row) => [row.channel, toChannelCounts(row)]),
    );
    return { bytes: Number(total?.bytes), channels };
  },
});

const toChannelCounts = ({ waiting, failed, oldest }: Row) => ({
  waiting: Number(waiting),
  failed: Number(failed),
  oldestWaiting: isoTimeOrNull(oldest),
});
