import { createHash } from 'node:crypto';
import { withTimeout } from '../ops/timers.ts';
import type { Database } from './database.ts';
import type { Schema } from './engine.ts';

/** Counts of limits, which are forgotten when their window has ended. */
export const limitSchema = (): Schema => ({
  name: 'limit_schema',
  steps: [
    [
      `CREATE TABLE limit_windows (
         key TEXT PRIMARY KEY,
         count INTEGER NOT NULL,
         ends_at BIGINT NOT NULL
       )`,
    ],
  ],
});

/** A visitor does not wait longer for it: a store that hangs is a 503 after 5.5 s in all. */
const TIMEOUT_MS = 1000;
/** Windows that have ended are deleted once in so many calls. */
const CALLS_BETWEEN_DELETIONS = 200;
/** PostgreSQL's own, in milliseconds: replicas' clocks may differ. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/**
 * Windows of limits in PostgreSQL, which replicas count together. The keys are hashed: they hold
 * addresses of clients.
 */
export function createLimitWindows(database: Database, windowMs: number) {
  let calls = 0;
  return {
    /**
     * Adds to each window, in one round trip; a key that has none begins one.
     * @param by 0 only reads
     * @returns count and milliseconds left of each; null when the database does not answer in time:
     * then each replica counts by itself
     */
    async add(
      keys: readonly string[],
      by: 0 | 1,
    ): Promise<{ count: number; endsInMs: number }[] | null> {
      calls += 1;
      const hashes = keys.map((key) => createHash('sha256').update(key).digest('base64url'));
      const places = hashes.map((_, index) => `$${index + 1}`);
      const found = database.run('quick', [
        by
          ? [
              `INSERT INTO limit_windows AS old (key, count, ends_at)
               VALUES ${places.map((place) => `(${place}, 1, ${NOW} + ${windowMs})`).join(', ')}
               ON CONFLICT (key) DO UPDATE SET
                 count = CASE WHEN old.ends_at <= ${NOW} THEN 1 ELSE old.count + 1 END,
                 ends_at = CASE WHEN old.ends_at <= ${NOW} THEN excluded.ends_at ELSE old.ends_at END
               RETURNING key, count, ends_at - ${NOW} AS left`,
              ...hashes,
            ]
          : [
              `SELECT key, count, ends_at - ${NOW} AS left FROM limit_windows
               WHERE key IN (${places.join(', ')}) AND ends_at > ${NOW}`,
              ...hashes,
            ],
      ]);
      if (calls % CALLS_BETWEEN_DELETIONS === 0)
        database
          .rows('write', [`DELETE FROM limit_windows WHERE ends_at <= ${NOW}`])
          .catch(() => {}); // the next one does
      const [rows] =
        (await withTimeout(
          found.catch(() => undefined),
          TIMEOUT_MS,
        )) ?? [];
      if (!rows) return null;
      return hashes.map((hash) => {
        const row = rows.find(({ key }) => key === hash);
        return { count: Number(row?.count ?? 0), endsInMs: Number(row?.left ?? 0) };
      });
    },
  };
}
