import { randomUUID } from 'node:crypto';
import { mapFields } from '../../../shared/callback/fields.ts';
import { type Database, type DatabaseDeps, openDatabase } from '../../database/database.ts';
import { type Row, sql } from '../../database/engine.ts';
import { createDeliveries } from './deliveries.ts';
import { createDeskQueries } from './desk-queries.ts';
import { createFollowUps } from './follow-ups.ts';
import { insertStatements, selectDuplicate } from './insert-callback.ts';
import { createNotices } from './notices.ts';
import {
  CALL_AGAIN_AT,
  hasStatus,
  isBehind,
  selectCallback,
  selectCallbacks,
} from './select-callbacks.ts';
import { type ChannelId, type NewCallback, readCallbacks } from './stored-callback.ts';

/** The number of requests that are read at once. */
const PAGE_SIZE = 500;
/** The number of requests that are erased at once, so that the log on disk stays small. */
const PURGE_BATCH_SIZE = 500;
/** The number of attempts to store a request while equal ones are stored or deleted. */
const MAX_INSERT_ATTEMPTS = 3;

export type CallbackStore = ReturnType<typeof createCallbackStore>;

/** Opens the store of callback requests without the rest of the site. */
export const openCallbackStore = (deps: DatabaseDeps) => createCallbackStore(openDatabase(deps));

/**
 * Creates the record of every callback request and the outbox of its deliveries, in SQL that both
 * SQLite and PostgreSQL understand. Every method rejects while the store cannot be read or written,
 * and then has no effect. Only when the disk or the network hangs may a write still complete.
 */
export function createCallbackStore(database: Database) {
  const find = async (id: string) =>
    readCallbacks(await database.run(selectCallback(id)))[0] ?? null;

  return {
    deliveries: createDeliveries(database),
    desk: createDeskQueries(database),
    notices: createNotices(database),
    ...createFollowUps(database, find),

    /** True once the store has been opened. A store that cannot be opened is retried every 10 s. */
    get opened() {
      return database.opened;
    },

    /**
     * Stores a request and its outbox entries, both or none; resolves once they are durable. A
     * duplicate is not stored: `id` is that of the first.
     */
    async add(callback: NewCallback, channels: readonly ChannelId[]) {
      const { id = randomUUID() } = callback;
      for (let attempts = 0; attempts < MAX_INSERT_ATTEMPTS; attempts++) {
        const results = await database.transaction(insertStatements({ ...callback, id }, channels));
        const stored = results.at(-1)?.[0];
        if (stored) return { id: String(stored.id), duplicate: stored.id !== id };
      }
      throw new Error('equal requests were stored or deleted at this moment, again and again');
    },

    /**
     * Stores a request in a transaction that is rolled back.
     * @throws when the tables do not take one
     */
    async assertTakesRequests(): Promise<void> {
      const id = randomUUID();
      const fields = mapFields(() => id);
      const source = { source: id, medium: id, campaign: id };
      const request = { id, fields, flags: [], page: '/', source };
      const results = await database.dryRun(insertStatements(request, [id]));
      if (results.at(-1)?.[0]?.id !== id) throw new Error('a stored request cannot be read');
    },

    /** Tells whether this request would be a duplicate. */
    async hasDuplicate(callback: Pick<NewCallback, 'fields' | 'flags'>): Promise<boolean> {
      return (await database.run(selectDuplicate(callback))).length > 0;
    },

    find,

    /**
     * Reads requests a page at a time, so memory does not grow with the list.
     * @param list.after the id of the request before the first one listed
     */
    async *list(list: { order?: 'newest' | 'oldest'; after?: string | undefined } = {}) {
      const { order = 'oldest', after } = list;
      const direction = order === 'oldest' ? 'ASC' : 'DESC';
      let last: string | number | null = after ?? null;
      for (;;) {
        const page = selectCallbacks(isBehind(last, order), [`number ${direction}`], PAGE_SIZE);
        const rows: Row[] = await database.run(page);
        const callbacks = readCallbacks(rows);
        yield* callbacks;
        if (callbacks.length < PAGE_SIZE) return;
        last = Number(rows.at(-1)?.number);
      }
    },

    /**
     * Counts the requests that are due for a call. `since` is when the first became due, in
     * milliseconds since 1970; null when none is.
     */
    async readDue(): Promise<{ count: number; since: number | null }> {
      const due = sql`SELECT count(*) AS many, min(coalesce(${CALL_AGAIN_AT}, received_at)) AS since
        FROM callbacks WHERE ${hasStatus('due', Date.now())}`;
      const [row] = await database.run(due);
      const since = row?.since ?? null;
      return { count: Number(row?.many), since: since === null ? null : Number(since) };
    },

    /**
     * Deletes a request.
     * @returns false for an unknown id, or one that no longer has this version
     */
    async erase(id: string, version?: number): Promise<boolean> {
      const deletion = sql`DELETE FROM callbacks
        WHERE id = ${id} AND version = coalesce(${version ?? null}, version) RETURNING id`;
      const erased = await database.run(deletion);
      await database.scrub();
      return erased.length > 0;
    },

    /** Deletes requests received before this time and returns how many. */
    async purge(before: Date): Promise<number> {
      const oldest = sql`SELECT number FROM callbacks
        WHERE received_at < ${before.getTime()} ORDER BY received_at LIMIT ${PURGE_BATCH_SIZE}`;
      const deletion = sql`DELETE FROM callbacks WHERE number IN (${oldest}) RETURNING id`;
      let erased = 0;
      for (let length = PURGE_BATCH_SIZE; length === PURGE_BATCH_SIZE; erased += length)
        length = (await database.run(deletion)).length;
      await database.scrub();
      await database.purgeQuarantined(before);
      return erased;
    },

    /** Returns the recorded time of the last use; null when there is none. */
    async lastUsed(): Promise<Date | null> {
      const [row] = await database.run(['SELECT last_used_at FROM callback_store_use']);
      return row ? new Date(Number(row.last_used_at)) : null;
    },

    async noteUse(at: Date): Promise<void> {
      const used = sql`INSERT INTO callback_store_use VALUES (1, ${at.getTime()})
        ON CONFLICT (single) DO UPDATE SET last_used_at = excluded.last_used_at`;
      await database.run(used);
    },

    /** Finishes pending writes. The store accepts nothing more. */
    close: () => database.close(),
  };
}
