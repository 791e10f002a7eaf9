import type { Database } from '../../database/database.ts';
import { type Row, type Statement, sql } from '../../database/engine.ts';
import { MINUTE_MS } from '../../ops/durations.ts';
import { hasStatus } from './select-callbacks.ts';
import { type FollowUp, OPENED_TTL_MS, type StoredCallback } from './stored-callback.ts';

/**
 * The time in which a request that was handed out is handed out to nobody else, not even under the
 * same name.
 */
const CLAIM_TTL_MS = MINUTE_MS;

/**
 * Creates what staff do about requests. Its methods reject as those of the store do.
 * @param find finds a request by its id
 */
export function createFollowUps(
  database: Database,
  find: (id: string) => Promise<StoredCallback | null>,
) {
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
  };
}
