import type { Database } from './database.ts';

/** Records the time of a backup. The table is in the database, so it survives a restart. */
export const NOTE_BACKUP = `INSERT INTO last_backup VALUES (1, ?)
  ON CONFLICT (single) DO UPDATE SET made_at = excluded.made_at`;

/** Returns the age of the last backup in seconds, never negative; null if there never was one. */
export async function readBackupAge(database: Database): Promise<number | null> {
  const [row] = await database.run(['SELECT made_at FROM last_backup']);
  return row ? Math.max(0, Date.now() - Number(row.made_at)) / 1000 : null;
}
