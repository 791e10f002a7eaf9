import { setTimeout as sleep } from 'node:timers/promises';
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
async function takeLease(
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
async function endLease(database: Database, name: string, isDone: boolean): Promise<void> {
  const until = isDone ? FOREVER : 0;
  await database.rows('write', ['UPDATE leases SET until = $2 WHERE name = $1', name, until]);
}

/**
 * Does work unless another process is at it.
 * @param ms after which another may begin, whether this one was killed or is slow
 * @returns null when another process is at it
 */
export async function unlessHeld<T>(
  database: Database,
  name: string,
  ms: number,
  work: () => Promise<T>,
): Promise<T | null> {
  if ((await takeLease(database, name, ms)) !== 'taken') return null;
  try {
    return await work();
  } finally {
    await endLease(database, name, false).catch(() => {}); // it ends by itself
  }
}

interface Once {
  database: Database;
  name: string;
  /** After which another process takes over from one that has ended meanwhile. */
  leaseMs: number;
  /** Between looks at whether the process that is at it has done it. */
  retryMs: number;
}

/**
 * Has one process do work for all, once and for good.
 * @param work says whether it is done; else it is tried again
 */
export async function onceForAll(once: Once, work: () => Promise<boolean>): Promise<void> {
  const { database, name, leaseMs, retryMs } = once;
  for (;;) {
    const lease = await takeLease(database, name, leaseMs).catch(() => null);
    if (lease === 'done') return;
    // Without a database nobody knows, so every process does.
    if (lease === null) return void (await work());
    if (lease === 'taken') await endLease(database, name, await work()).catch(() => {});
    await sleep(lease === 'taken' ? 0 : retryMs, null, { ref: false });
  }
}
