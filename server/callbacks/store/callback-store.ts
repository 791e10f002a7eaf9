import { randomUUID } from 'node:crypto';
import { mapFields } from '../../../shared/callback/fields.ts';
import { type Database, type DatabaseDeps, openDatabase } from '../../database/database.ts';
import { type Row, type Statement, sql } from '../../database/engine.ts';
import { createDeliveries } from './deliveries.ts';
import { createDeskQueries } from './desk-queries.ts';
import { insertStatements, selectDuplicate } from './insert-callback.ts';
import { createNotices } from './notices.ts';
import { CALL_AGAIN_AT, hasStatus } from './schema.ts';
import { isBehind, selectCallback, selectCallbacks } from './select-callbacks.ts';
import {
  type ChannelId,
  type FollowUp,
  isoTimeOrNull,
  type ListOptions,
  type NewCallback,
  OPENED_TTL_MS,
  readCallbacks,
  type StoredCallback,
} from './stored-callback.ts';

/** The number of requests that are read at once. */
const PAGE_SIZE = 500;
/** The number of requests that are erased at once, so that the log on disk stays small. */
const PURGE_BATCH_SIZE = 500;

/**
 * The time in which a request that was handed out is handed out to nobody else, not even under the
 * same name.
 */
const CLAIM_TTL_MS = 60 * 1000;

export type CallbackStore = ReturnType<typeof createCallbackStore>;

/** Opens the store of callback requests without the rest of the site. */
export const openCallbackStore = (deps: DatabaseDeps) => createCallbackStore(openDatabase(deps));

/**
 * Creates the record of every callback request and the outbox of its deliveries, in SQL that both
 * SQLite and PostgreSQL understand. Every method rejects while the store cannot be read or written,
 * and then has no effect. Only when the disk or the network hangs may a write still complete.
 */
export function createCallbackStore(database: Database) {
  const deliveries = createDeliveries(database);
  const find = async (id: string) =>
    readCallbacks(await database.run(selectCallback(id)))[0] ?? null;

  /**
   * Replaces the follow-up of this version.
   * @param record returns the statement that records the change, given a query for the request's
   * number
   * @returns false when the request has another version by now, or was deleted
   */
  async function write(
    stored: StoredCallback | null,
    version: number,
    handling: FollowUp,
    by: string,
    record: (number: Statement, now: number) => Statement,
  ): Promise<boolean> {
    if (stored?.version !== version) return false;
    const { outcome, note, ringAgainAt } = handling;
    const now = Date.now();
    const changed = sql`UPDATE callbacks SET outcome = ${outcome}, note = ${note},
        ring_again_at = ${ringAgainAt && Date.parse(ringAgainAt)},
        changed_by = ${by}, changed_at = ${now}, former = ${JSON.stringify(stored.handling)},
        version = version + 1, opened_at = NULL
      WHERE id = ${stored.id} AND version = ${version} RETURNING id`;
    // Selects nothing when somebody else changed this version first.
    const number = sql`SELECT number FROM callbacks WHERE id = ${stored.id}
      AND version = ${version + 1} AND changed_by = ${by} AND changed_at = ${now}`;
    const [rows] = await database.transaction([changed, record(number, now)]);
    return (rows as Row[]).length > 0;
  }

  return {
    deliveries,
    desk: createDeskQueries(database),
    notices: createNotices(database),
    counts: deliveries.counts,

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
      const results = await database.transaction(insertStatements({ ...callback, id }, channels));
      const stored = results.at(-1)?.[0];
      if (!stored) throw new Error('the first of two equal requests was erased at this moment');
      return { id: String(stored.id), duplicate: stored.id !== id };
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

    /** Reads requests a page at a time, so memory does not grow with the list. */
    async *list({ order = 'oldest', after, status }: ListOptions = {}) {
      const wanted = status ? hasStatus(status, Date.now()) : sql`TRUE`;
      const direction = order === 'oldest' ? 'ASC' : 'DESC';
      let last: string | number | null = after ?? null;
      for (;;) {
        const condition = sql`${wanted} AND ${isBehind(last, order)}`;
        const page = selectCallbacks(condition, [`number ${direction}`], PAGE_SIZE);
        const rows: Row[] = await database.run(page);
        const callbacks = readCallbacks(rows);
        yield* callbacks;
        if (callbacks.length < PAGE_SIZE) return;
        last = Number(rows.at(-1)?.number);
      }
    },

    /**
     * Returns the time since which the longest due request waits for a call; null when none is due.
     */
    async dueSince(): Promise<string | null> {
      const oldest = sql`SELECT min(coalesce(${CALL_AGAIN_AT}, received_at)) AS since FROM callbacks
        WHERE ${hasStatus('due', Date.now())}`;
      return isoTimeOrNull((await database.run(oldest))[0]?.since);
    },

    /** Counts the requests that are due for a call. */
    async countDue(): Promise<number> {
      const due = sql`SELECT count(*) AS many FROM callbacks WHERE ${hasStatus('due', Date.now())}`;
      return Number((await database.run(due))[0]?.many);
    },

    /** Records who has a request open, for ten minutes or until it is changed. */
    async markOpened(id: string, by: string): Promise<void> {
      const opened = sql`opened_by = ${by}, opened_at = ${Date.now()}`;
      await database.run(sql`UPDATE callbacks SET ${opened} WHERE id = ${id}`);
    },

    /**
     * Claims the oldest request of a status that nobody else has open, for the person who will call
     * next. Of two who claim at once each gets another, even if they share a name.
     * @param claim.exceptId the id of the request that was handled before
     * @returns its id, or null when there is none
     */
    async claimNext(claim: {
      by: string;
      status: 'due' | 'suspected';
      exceptId: string;
    }): Promise<string | null> {
      const { by, status, exceptId } = claim;
      const now = Date.now();
      const isFree = sql`(coalesce(opened_at, 0) <= ${now - OPENED_TTL_MS}
        OR (opened_by = ${by} AND coalesce(claimed_at, 0) <= ${now - CLAIM_TTL_MS}))`;
      const next = sql`SELECT number AS next_number FROM callbacks
        WHERE ${hasStatus(status, now)} AND id <> ${exceptId} AND ${isFree}
        ORDER BY number LIMIT 1 ${[database.dialect.skipLocked]}`;
      const [row] = await database.run(sql`WITH next AS MATERIALIZED (${next})
        UPDATE callbacks SET opened_by = ${by}, opened_at = ${now}, claimed_at = ${now}
        FROM next WHERE number = next_number RETURNING id`);
      return row ? String(row.id) : null;
    },

    /**
     * Saves a follow-up over this version.
     * @returns false when the request has another version by now, or was deleted
     */
    async change(id: string, version: number, handling: FollowUp, by: string): Promise<boolean> {
      const record = (number: Statement, now: number) =>
        sql`INSERT INTO callback_saves (number, version, outcome, saved_by, saved_at)
          SELECT number, ${version + 1}, ${handling.outcome}, ${by}, ${now}
          FROM (${number}) AS changed WHERE TRUE ON CONFLICT DO NOTHING`;
      return write(await find(id), version, handling, by, record);
    },

    /**
     * Undoes the last change, or the last undo.
     * @returns false when the request has another version by now, was deleted, or was never changed
     */
    async undo(id: string, version: number, by: string): Promise<boolean> {
      const stored = await find(id);
      if (!stored?.former) return false;
      const record = (number: Statement) =>
        sql`UPDATE callback_saves SET undone = 1 - undone WHERE number = (${number})
          AND version = (SELECT max(version) FROM callback_saves WHERE number = (${number}))`;
      return write(stored, version, stored.former, by, record);
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
