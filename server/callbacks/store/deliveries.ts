import { createHash } from 'node:crypto';
import type { Database, Statement } from '../../database/database.ts';
import type { Channel, Deliveries, DeliveryOutcome, DueDelivery } from '../store.ts';
import { CALLBACK_COLUMNS, FAILED, isoTimeOrNull, placeholders, readRecord } from './rows.ts';

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

/** The outbox, in SQL that both SQLite and PostgreSQL understand. */
export class SqlDeliveries implements Deliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claimDue(options: Parameters<Deliveries['claimDue']>[0]): Promise<DueDelivery[]> {
    const now = options.now.getTime();
    const claimed = await this.#database.rows('write', [
      `WITH due AS MATERIALIZED
         (SELECT number AS due_number FROM callback_deliveries
          WHERE state = 'waiting' AND channel = $1 AND (due_at <= $2 OR due_at > $5)
          ORDER BY number LIMIT $3 ${this.#database.dialect.skipLocked})
       UPDATE callback_deliveries SET due_at = $4, at = NULL, attempts = attempts + 1
       FROM due WHERE number = due_number AND channel = $1
       RETURNING number, attempts, since`,
      options.channel,
      now,
      options.limit,
      now + options.leaseMs,
      now + LONGEST_PAUSE_MS,
    ]);
    if (claimed.length === 0) return [];
    const rows = await this.#database.rows('read', [
      `SELECT ${CALLBACK_COLUMNS} FROM callbacks AS callback
       WHERE number IN (${placeholders(claimed.length)}) ORDER BY number`,
      ...claimed.map(({ number }) => number as number),
    ]);
    return rows.flatMap((row) =>
      claimed
        .filter(({ number }) => number === row.number)
        .map(({ attempts, since }) => ({
          ...readRecord(row),
          channel: options.channel,
          attempts: Number(attempts),
          since: isoTimeOrNull(since) as string,
        })),
    );
  }

  async retryNow(channel: Channel): Promise<void> {
    await this.#database.rows('write', [
      `UPDATE callback_deliveries SET due_at = $2
       WHERE state = 'waiting' AND channel = $1 AND at IS NOT NULL AND due_at > $2`,
      channel,
      Date.now(),
    ]);
  }

  async settle(id: string, channel: Channel, outcome: DeliveryOutcome): Promise<void> {
    const now = Date.now();
    await this.#database.rows('write', [
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
  }

  async confirms({ id, fields }: Parameters<Deliveries['confirms']>[0]): Promise<boolean> {
    return this.#database.any('write', [
      `INSERT INTO callback_confirmations AS last (address, number, at)
       SELECT $1, number, $3 FROM callbacks WHERE id = $2
       ON CONFLICT (address) DO UPDATE SET number = excluded.number, at = excluded.at
         WHERE last.number = excluded.number OR abs(last.at - excluded.at) >= ${DAY_MS}
       RETURNING number`,
      createHash('sha256').update(fields.email.toLowerCase()).digest('base64'),
      id,
      Date.now(),
    ]);
  }

  async retry(id: string): Promise<boolean> {
    return this.#database.any('write', [
      `UPDATE callback_deliveries SET state = 'waiting', attempts = 0, since = $2, due_at = $2
       WHERE number = (SELECT number FROM callbacks WHERE id = $1) AND state = '${FAILED}'
       RETURNING channel`,
      id,
      Date.now(),
    ]);
  }
}
