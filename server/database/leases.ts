import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Work that one replica does for all. */
export const leaseSchema = (): Schema => ({
  name: 'lease_schema',
  steps: [['CREATE TABLE leases (name TEXT PRIMARY KEY, until BIGINT NOT NULL)']],
});

/** The end of a lease on work that is done for good. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/**
 * Takes work for so many milliseconds, in which no other process gets it.
 * @returns 'done' when it has been done for good
 */
export async function takeLease(
  database: Database,
  name: string,
  ms: number,
): Promise<'taken' | 'held' | 'done'> {
  const now = Date.now();
  const [taken, found] = await database.run('write', [
    [
      `INSERT INTO leases (name, until) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE leases.until < $3
       RETURNING name`,
      name,
      now + ms,
      now,
    ],
    ['SELECT until FROM leases WHERE name = $1', name],
  ]);
  if (taken?.length) return 'taken';
  return Number(found?.[0]?.until) === FOREVER ? 'done' : 'held';
}

/** Ends a lease, so that the work is free again, or done for good. */
export async function endLease(database: Database, name: string, isDone: boolean): Promise<void> {
  const until = isDone ? FOREVER : 0;
  await database.rows('write', ['UPDATE leases SET until = $2 WHERE name = $1', name, until]);
}
