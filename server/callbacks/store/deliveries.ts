import { createHash } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { placeholders, type Row, type Statement } from '../../database/engine.ts';
import {
  type Channel,
  FAILED,
  isoTime,
  isoTimeOrNull,
  readRecord,
  type StoredCallback,
} from './schema.ts';

/** Nothing is made to wait longer than this: what seems to was put off by a clock that was ahead. */
const LONGEST_PAUSE_MS = 2 * 60 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Puts the request of this id, if it is kept, into the outbox of a channel. */
export const queued = (id: string, channel: Channel, now: number): Statement => [
  `INSERT INTO callback_deliveries (number, channel, since, due_at)
   SELECT number, $2, $3, $3 FROM callbacks WHERE id = $1 ON CONFLICT DO NOTHING`,
  id,
  channel,
  now,
];

export type Deliveries = ReturnType<typeof createDeliveries>;

/** A claimed delivery, to be settled before its lease ends. */
export type DueDelivery = Awaited<ReturnType<Deliveries['claimDue']>>[number];

export type StoreCounts = Awaited<ReturnType<Deliveries['counts']>>;

export type DeliveryOutcome =
  | { state: 'delivered'; reason?: string | undefined }
  | { state: 'waiting'; retryAt: Date; reason: string }
  | { state: 'failed'; reason: string };

/** The outbox. Every method rejects as those of the store do. */
export const createDeliveries = (database: Database) => ({
  /**
   * Claims deliveries of a channel that are due, oldest request first: nobody else gets them within
   * the lease.
   */
  async claimDue(claim: { channel: Channel; now: Date; limit: number; leaseMs: number }) {
    const { channel, limit, leaseMs } = claim;
    const now = claim.now.getTime();
    const claimed = await database.rows('write', [
      `WITH due AS MATERIALIZED
         (SELECT number AS due_number FROM callback_deliveries
          WHERE state = 'waiting' AND channel = $1 AND (due_at <= $2 OR due_at > $5)
          ORDER BY number LIMIT $3 ${database.dialect.skipLocked})
       UPDATE callback_deliveries SET due_at = $4, at = NULL, attempts = attempts + 1
       FROM due WHERE number = due_number AND channel = $1
       RETURNING number`,
      channel,
      now,
      limit,
      now + leaseMs,
      now + LONGEST_PAUSE_MS,
    ]);
    if (claimed.length === 0) return [];
    const rows = await database.rows('read', [
      `SELECT * FROM callbacks JOIN callback_deliveries USING (number)
       WHERE channel = $1 AND number IN (${placeholders(claimed.length, 2)}) ORDER BY number`,
      channel,
      ...claimed.map(({ number }) => number as number),
    ]);
    return rows.map((row) => ({
      ...readRecord(row),
      channel,
      /** Attempts begun, this one included. */
      attempts: Number(row.attempts),
      /** When it was queued or requeued, from which giving up is counted. ISO 8601. */
      since: isoTime(row.since),
    }));
  },

  /** Makes everything that waits for its next attempt in a channel due now; claims stay as they are. */
  async retryNow(channel: Channel): Promise<void> {
    await database.rows('write', [
      `UPDATE callback_deliveries SET due_at = $2
       WHERE state = 'waiting' AND channel = $1 AND at IS NOT NULL AND due_at > $2`,
      channel,
      Date.now(),
    ]);
  },

  async settle(id: string, channel: Channel, outcome: DeliveryOutcome): Promise<void> {
    const now = Date.now();
    await database.rows('write', [
      `UPDATE callback_deliveries SET state = $3, at = $4, due_at = $5, reason = $6
       WHERE number = (SELECT number FROM callbacks WHERE id = $1) AND channel = $2
         AND state = 'waiting'`,
      id,
      channel,
      outcome.state === 'failed' ? FAILED : outcome.state,
      now,
      outcome.state === 'waiting' ? outcome.retryAt.getTime() : now,
      outcome.reason ?? null,
    ]);
  },

  /** Whether the caller is to be mailed: nobody has been, about another request, for a day. */
  confirms: ({ id, fields }: Pick<StoredCallback, 'id' | 'fields'>): Promise<boolean> =>
    database.any('write', [
      `INSERT INTO callback_confirmations AS last (address, number, at)
       SELECT $1, number, $3 FROM callbacks WHERE id = $2
       ON CONFLICT (address) DO UPDATE SET number = excluded.number, at = excluded.at
         WHERE last.number = excluded.number OR abs(last.at - excluded.at) >= ${DAY_MS}
       RETURNING number`,
      createHash('sha256').update(fields.email.toLowerCase()).digest('base64'),
      id,
      Date.now(),
    ]),

  /** Requeues what has failed; false for an unknown id or one of which nothing has. */
  retry: (id: string): Promise<boolean> =>
    database.any('write', [
      `UPDATE callback_deliveries SET state = 'waiting', attempts = 0, since = $2, due_at = $2
       WHERE number = (SELECT number FROM callbacks WHERE id = $1) AND state = '${FAILED}'
       RETURNING channel`,
      id,
      Date.now(),
    ]),

  /**
   * Bytes on the disk, and deliveries by channel, of requests whose caller has not been rung: the
   * others need none. `oldestWaiting` is when the oldest that waits was received, ISO 8601.
   */
  async counts() {
    const size = database.dialect.size('callbacks', 'callback_deliveries');
    const [[total], groups] = (await database.run('read', [
      [`SELECT count(*) AS requests, ${size} AS bytes FROM callbacks`],
      [
        `SELECT channel, count(*) FILTER (WHERE state = 'waiting') AS waiting,
           count(*) FILTER (WHERE state <> 'waiting') AS failed,
           min(received_at) FILTER (WHERE state = 'waiting') AS oldest
         FROM callback_deliveries
         JOIN callbacks ON callbacks.number = callback_deliveries.number
         WHERE state <> 'delivered' AND called_at IS NULL GROUP BY channel`,
      ],
    ])) as [[Row], Row[]];
    const channels: Record<Channel, ReturnType<typeof readGroup>> = Object.fromEntries(
      groups.map((row) => [row.channel, readGroup(row)]),
    );
    return { requests: Number(total.requests), bytes: Number(total.bytes), channels };
  },
});

const readGroup = ({ waiting, failed, oldest }: Row) => ({
  waiting: Number(waiting),
  failed: Number(failed),
  oldestWaiting: isoTimeOrNull(oldest),
});
