import { randomUUID } from 'node:crypto';
import type { CallbackFields } from '../../../shared/callback/fields.ts';
import { type Database, type DatabaseParts, openDatabase } from '../../database/database.ts';
import { type Row, type Statement, sql } from '../../database/engine.ts';
import { dialled } from '../phone-number.ts';
import { createDeliveries, queued } from './deliveries.ts';
import {
  type Channel,
  callbackSchema,
  digestOf,
  type Handling,
  type ListOptions,
  type NewCallback,
  readCallbacks,
  type Standing,
  type StoredCallback,
  standingAt,
} from './schema.ts';

/** A double press, a reload or a retry within this time makes no second record. */
const DUPLICATE_WINDOW_MS = 30 * 60 * 1000;
/** Requests read at once. */
const PAGE_LENGTH = 500;
/** Requests erased at once, so that the log on disk stays small. */
const PURGE_LENGTH = 500;

/** By what a caller is known again. A number without digits is nobody's. */
const callerOf = ({ mobile, email }: CallbackFields) => ({
  number: dialled(mobile) || null,
  email: email.toLowerCase(),
});

export type CallbackStore = ReturnType<typeof createStore>;

/** Opens the store of callback requests by itself, without the rest of the site. */
export const openStore = (parts: DatabaseParts) =>
  createStore(openDatabase(parts, [callbackSchema]));

/**
 * The record of every callback request and the outbox of its deliveries, in SQL that both SQLite and
 * PostgreSQL understand. Every method rejects while the store cannot be read or written to, and then
 * has no effect, unless the disk or the network hangs: what was being written may then be kept all
 * the same.
 */
export function createStore(database: Database) {
  const deliveries = createDeliveries(database);
  /** Requests with their deliveries. */
  function select(condition: Statement, direction: 'ASC' | 'DESC', length: number) {
    const found = sql`SELECT callback.*, channel, state, attempts, at, reason FROM
      (SELECT callbacks.*, ${standingAt(Date.now())} AS standing FROM callbacks
       WHERE ${condition} ORDER BY number ${[direction]} LIMIT ${length}) AS callback
      LEFT JOIN callback_deliveries AS delivery ON delivery.number = callback.number
      ORDER BY callback.number ${[direction]}, channel`;
    return database.run(found);
  }

  const find = async (id: string) =>
    readCallbacks(await select(sql`id = ${id}`, 'ASC', 1))[0] ?? null;

  return {
    deliveries,
    counts: deliveries.counts,

    /** Whether it has opened once. A store that cannot be opened is tried again every 10 s. */
    get opened() {
      return database.opened;
    },

    /**
     * Keeps a request and its outbox entries, both or none; resolves once they are durable. The same
     * fields again within 30 minutes are a duplicate: `id` is that of the first.
     */
    async add(
      { id = randomUUID(), fields, flags, page = null }: NewCallback,
      channels: readonly Channel[],
    ) {
      const now = Date.now();
      const digest = digestOf(fields);
      const { number, email } = callerOf(fields);
      const results = await database.transaction([
        // The digest is unique, so no two replicas can keep the same request at once.
        sql`UPDATE callbacks SET digest = NULL
            WHERE digest = ${digest} AND abs(received_at - ${now}) >= ${DUPLICATE_WINDOW_MS}`,
        sql`INSERT INTO callbacks
              (id, received_at, fields, flags, page, caller_number, caller_email, digest)
            VALUES (${id}, ${now}, ${JSON.stringify(fields)}, ${flags.join(' ')}, ${page},
              ${number}, ${email}, ${digest})
            ON CONFLICT (digest) DO NOTHING`,
        ...channels.map((channel) => queued(id, channel, now)),
        sql`SELECT id FROM callbacks WHERE digest = ${digest}`,
      ]);
      const kept = results.at(-1)?.[0];
      if (!kept) throw new Error('the first of two equal requests was erased at this moment');
      return { id: String(kept.id), duplicate: kept.id !== id };
    },

    /** Whether the same request was stored within the last 30 minutes. */
    async holds(fields: CallbackFields): Promise<boolean> {
      const same = sql`SELECT id FROM callbacks WHERE digest = ${digestOf(fields)}
        AND abs(received_at - ${Date.now()}) < ${DUPLICATE_WINDOW_MS}`;
      return (await database.run(same)).length > 0;
    },

    find,

    /** The request before this one of the same number or e-mail address; null when there is none. */
    async earlier({ id, fields }: StoredCallback): Promise<StoredCallback | null> {
      const { number, email } = callerOf(fields);
      const same = sql`number < (SELECT number FROM callbacks WHERE id = ${id})
        AND (caller_number = ${number} OR caller_email = ${email})`;
      return readCallbacks(await select(same, 'DESC', 1))[0] ?? null;
    },

    /** Read a page at a time: memory does not grow with the list. */
    async *list({ order = 'oldest', after, standing }: ListOptions = {}) {
      const [direction, beyond, start] =
        order === 'oldest'
          ? (['ASC', '>', -1] as const)
          : (['DESC', '<', Number.MAX_SAFE_INTEGER] as const);
      const wanted = standing ? sql`${standingAt(Date.now())} = ${standing}` : sql`TRUE`;
      let last: number | null = null;
      for (;;) {
        const former = sql`SELECT number FROM callbacks WHERE id = ${after ?? null}`;
        const condition = sql`${wanted} AND number ${[beyond]} coalesce(${last}, (${former}), ${start})`;
        const rows: Row[] = await select(condition, direction, PAGE_LENGTH);
        const callbacks = readCallbacks(rows);
        yield* callbacks;
        if (callbacks.length < PAGE_LENGTH) return;
        last = Number(rows.at(-1)?.number);
      }
    },

    /** How many there are of each standing. */
    async standings(): Promise<Record<Standing, number>> {
      const counted = sql`SELECT standing, count(*) AS many FROM
        (SELECT ${standingAt(Date.now())} AS standing FROM callbacks) AS callback GROUP BY standing`;
      const rows = await database.run(counted);
      const counts = { toring: 0, rung: 0, suspected: 0 };
      for (const { standing, many } of rows) counts[standing as Standing] = Number(many);
      return counts;
    },

    /** Notes who has it open, for ten minutes or until it is changed. */
    async open(id: string, by: string): Promise<void> {
      const opened = sql`opened_by = ${by}, opened_at = ${Date.now()}`;
      await database.run(sql`UPDATE callbacks SET ${opened} WHERE id = ${id}`);
    },

    /** Writes over what was read as this version; false when it has another by now, or is gone. */
    async change(id: string, version: number, handling: Handling, by: string): Promise<boolean> {
      const kept = await find(id);
      if (kept?.version !== version) return false;
      const { outcome, note, ringAgainAt } = handling;
      const now = Date.now();
      const changed = sql`UPDATE callbacks SET outcome = ${outcome}, note = ${note},
          ring_again_at = ${ringAgainAt && Date.parse(ringAgainAt)},
          changed_by = ${by}, changed_at = ${now}, former = ${JSON.stringify(kept.handling)},
          version = version + 1, opened_at = NULL
        WHERE id = ${id} AND version = ${version} RETURNING id`;
      return (await database.run(changed)).length > 0;
    },

    /** False for an unknown id, or one that is no longer of this version. */
    async erase(id: string, version?: number): Promise<boolean> {
      const gone = sql`DELETE FROM callbacks
        WHERE id = ${id} AND version = coalesce(${version ?? null}, version) RETURNING id`;
      const erased = await database.run(gone);
      await database.scrub();
      return erased.length > 0;
    },

    /** Erases requests received before this; returns how many. */
    async purge(before: Date): Promise<number> {
      const oldest = sql`SELECT number FROM callbacks
        WHERE received_at < ${before.getTime()} ORDER BY received_at LIMIT ${PURGE_LENGTH}`;
      const gone = sql`DELETE FROM callbacks WHERE number IN (${oldest}) RETURNING id`;
      let erased = 0;
      for (let length = PURGE_LENGTH; length === PURGE_LENGTH; erased += length)
        length = (await database.run(gone)).length;
      await database.scrub();
      await database.purgeSetAside(before);
      return erased;
    },

    /** When it was last said to be in use; null for one of which nobody has said so. */
    async lastUsed(): Promise<Date | null> {
      const [row] = await database.run(['SELECT last_used_at FROM callback_store_use']);
      return row ? new Date(Number(row.last_used_at)) : null;
    },

    async noteUse(at: Date): Promise<void> {
      const used = sql`INSERT INTO callback_store_use VALUES (1, ${at.getTime()})
        ON CONFLICT (single) DO UPDATE SET last_used_at = excluded.last_used_at`;
      await database.run(used);
    },

    /** Finishes pending writes; the store accepts nothing more. */
    close: () => database.close(),
  };
}
