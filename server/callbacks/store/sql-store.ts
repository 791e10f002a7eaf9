import { randomUUID } from 'node:crypto';
import { type CallbackFields, FIELD_NAMES } from '../../../shared/callback/fields.ts';
import type { Database, Row } from '../../database/database.ts';
import type {
  CallbackStore,
  Channel,
  Deliveries,
  Handling,
  ListOptions,
  NewCallback,
  Standing,
  StoreCounts,
  StoredCallback,
} from '../store.ts';
import { queued, SqlDeliveries } from './deliveries.ts';
import {
  CALLBACK_COLUMNS,
  digestOf,
  FAILED,
  isoTimeOrNull,
  placeholders,
  readCallbacks,
  standingAt,
} from './rows.ts';
import { columnOf } from './schema.ts';

/** A double press, a reload or a retry within this time makes no second record. */
const DUPLICATE_WINDOW_MS = 30 * 60 * 1000;
/** Requests read at once. */
const PAGE_LENGTH = 500;
/** Requests erased at once, so that the log on disk stays small. */
const PURGE_LENGTH = 500;

/** The store, in SQL that both SQLite and PostgreSQL understand. */
export class SqlStore implements CallbackStore {
  readonly deliveries: Deliveries;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.deliveries = new SqlDeliveries(database);
  }

  get opened(): boolean {
    return this.#database.opened;
  }

  async add(
    { id = randomUUID(), fields, flags }: NewCallback,
    channels: readonly Channel[],
  ): Promise<{ id: string; duplicate: boolean }> {
    const now = Date.now();
    const digest = digestOf(fields);
    const columns = ['id', 'received_at', 'flags', 'digest', ...FIELD_NAMES.map(columnOf)];
    const results = await this.#database.run('write', [
      // The digest is unique, so no two replicas can keep the same request at once.
      [
        'UPDATE callbacks SET digest = NULL WHERE digest = $1 AND abs(received_at - $2) >= $3',
        digest,
        now,
        DUPLICATE_WINDOW_MS,
      ],
      [
        `INSERT INTO callbacks (${columns.join(', ')}) VALUES (${placeholders(columns.length)})
         ON CONFLICT (digest) DO NOTHING`,
        id,
        now,
        flags.join(' '),
        digest,
        ...FIELD_NAMES.map((name) => fields[name]),
      ],
      ...channels.map((channel) => queued(id, channel, now)),
      ['SELECT id FROM callbacks WHERE digest = $1', digest],
    ]);
    const kept = results.at(-1)?.[0];
    if (!kept) throw new Error('the first of two equal requests was erased at this moment');
    return { id: String(kept.id), duplicate: kept.id !== id };
  }

  async holds(fields: CallbackFields): Promise<boolean> {
    return this.#database.any('read', [
      'SELECT id FROM callbacks WHERE digest = $1 AND abs(received_at - $2) < $3',
      digestOf(fields),
      Date.now(),
      DUPLICATE_WINDOW_MS,
    ]);
  }

  async find(id: string): Promise<StoredCallback | null> {
    const rows = await this.#database.rows('read', [
      `SELECT ${CALLBACK_COLUMNS}, ${standingAt('$2')} AS standing, delivery.* FROM callbacks AS callback
       LEFT JOIN (${DELIVERIES}) AS delivery ON delivery.of_number = callback.number
       WHERE callback.id = $1 ORDER BY delivery.channel`,
      id,
      Date.now(),
    ]);
    return readCallbacks(rows)[0] ?? null;
  }

  async *list({ order = 'oldest', limit = Infinity, after, standing }: ListOptions = {}) {
    const [direction, beyond, start] =
      order === 'oldest' ? ['ASC', '>', -1] : ['DESC', '<', Number.MAX_SAFE_INTEGER];
    const now = Date.now();
    let last = after === undefined ? start : await this.#numberOf(after, start);
    for (let left = limit; left > 0; ) {
      const length = Math.min(left, PAGE_LENGTH);
      const rows = await this.#database.rows('read', [
        `SELECT ${CALLBACK_COLUMNS}, standing, delivery.* FROM
           (SELECT callback.*, ${standingAt('$3')} AS standing FROM callbacks AS callback
            WHERE number ${beyond} $1 ${standing ? `AND ${standingAt('$3')} = '${standing}'` : ''}
            ORDER BY number ${direction} LIMIT $2) AS callback
         LEFT JOIN (${DELIVERIES}) AS delivery ON delivery.of_number = callback.number
         ORDER BY callback.number ${direction}, delivery.channel`,
        last,
        length,
        now,
      ]);
      const callbacks = readCallbacks(rows);
      yield* callbacks;
      if (callbacks.length < length) return;
      left -= callbacks.length;
      last = Number(rows.at(-1)?.number);
    }
  }

  async standings(): Promise<Record<Standing, number>> {
    const rows = await this.#database.rows('read', [
      `SELECT standing, count(*) AS many
       FROM (SELECT ${standingAt('$1')} AS standing FROM callbacks) AS callback GROUP BY standing`,
      Date.now(),
    ]);
    const counts = { toring: 0, rung: 0, suspected: 0 };
    for (const { standing, many } of rows) counts[standing as Standing] = Number(many);
    return counts;
  }

  async open(id: string, by: string): Promise<void> {
    await this.#database.rows('write', [
      'UPDATE callbacks SET opened_by = $2, opened_at = $3 WHERE id = $1',
      id,
      by,
      Date.now(),
    ]);
  }

  async change(id: string, version: number, handling: Handling, by: string): Promise<boolean> {
    const kept = await this.find(id);
    if (kept?.version !== version) return false;
    const { outcome, note, ringAgainAt } = handling;
    const now = Date.now();
    return this.#database.any('write', [
      `UPDATE callbacks SET outcome = $3, note = $4, ring_again_at = $5, called_at = $6,
         changed_by = $7, changed_at = $8, former = $9, version = version + 1, opened_at = NULL
       WHERE id = $1 AND version = $2 RETURNING id`,
      id,
      version,
      outcome,
      note,
      ringAgainAt && Date.parse(ringAgainAt),
      outcome && now, // all that version 2 reads
      by,
      now,
      JSON.stringify(kept.handling),
    ]);
  }

  async erase(id: string, version?: number): Promise<boolean> {
    return this.#database.any('erase', [
      `DELETE FROM callbacks WHERE id = $1 ${version === undefined ? '' : 'AND version = $2'} RETURNING id`,
      ...(version === undefined ? [id] : [id, version]),
    ]);
  }

  async purge(before: Date): Promise<number> {
    let erased = 0;
    for (;;) {
      const rows = await this.#database.rows('erase', [
        `DELETE FROM callbacks WHERE number IN
           (SELECT number FROM callbacks WHERE received_at < $1 ORDER BY received_at LIMIT $2)
         RETURNING id`,
        before.getTime(),
        PURGE_LENGTH,
      ]);
      erased += rows.length;
      if (rows.length < PURGE_LENGTH) break;
    }
    await this.#database.purgeSetAside(before);
    return erased;
  }

  async lastUsed(): Promise<Date | null> {
    const [row] = await this.#database.rows('read', [
      'SELECT last_used_at FROM callback_store_use',
    ]);
    return row ? new Date(Number(row.last_used_at)) : null;
  }

  async noteUse(at: Date): Promise<void> {
    await this.#database.rows('write', [
      `INSERT INTO callback_store_use VALUES (1, $1)
       ON CONFLICT (single) DO UPDATE SET last_used_at = excluded.last_used_at`,
      at.getTime(),
    ]);
  }

  async counts(): Promise<StoreCounts> {
    const [[total], groups] = (await this.#database.run('read', [
      [
        `SELECT count(*) AS requests, ${this.#database.dialect.size('callbacks', 'callback_deliveries')} AS bytes FROM callbacks`,
      ],
      [
        `SELECT channel, state, count(*) AS many, min(received_at) AS received_at
         FROM callback_deliveries
         JOIN callbacks ON callbacks.number = callback_deliveries.number
         WHERE state <> 'delivered' AND called_at IS NULL GROUP BY channel, state`,
      ],
    ])) as [[Row], Row[]];
    const channels: StoreCounts['channels'] = {};
    for (const { channel, state, many, received_at } of groups) {
      channels[String(channel)] ??= { waiting: 0, failed: 0, oldestWaiting: null };
      const counts = channels[String(channel)] as StoreCounts['channels'][string];
      if (state === FAILED) counts.failed = Number(many);
      else
        Object.assign(counts, { waiting: Number(many), oldestWaiting: isoTimeOrNull(received_at) });
    }
    return { requests: Number(total.requests), bytes: Number(total.bytes), channels };
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Of a request that is gone: `otherwise`. */
  async #numberOf(id: string, otherwise: number): Promise<number> {
    const [row] = await this.#database.rows('read', [
      'SELECT number FROM callbacks WHERE id = $1',
      id,
    ]);
    return row ? Number(row.number) : otherwise;
  }
}

const DELIVERIES = `SELECT number AS of_number, channel, state, attempts, at, reason
  FROM callback_deliveries`;
