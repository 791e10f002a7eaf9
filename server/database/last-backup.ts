import type { Database } from './database.ts';
import type { Schema } from './engine.ts';

/** When `--backup` last made a whole copy. The database itself knows, so a restart forgets nothing. */
export const backupSchema = (): Schema => ({
  table: 'last_backup',
  create: [
    `CREATE TABLE last_backup (
       single INTEGER PRIMARY KEY CHECK (single = 1),
       made_at BIGINT NOT NULL
     )`,
  ],
});

export const NOTE_BACKUP = `INSERT INTO last_backup VALUES (1, ?)
  ON CONFLICT (single) DO UPDATE SET made_at = excluded.made_at`;

/** Returns the age of the last backup in seconds, never negative; null if there never was one. */
export async function readBackupAge(database: Database): Promise<number | null> {
  const [row] = await database.run(['SELECT made_at FROM last_backup']);
  return row ? Math.max(0, Date.now() - Number(row.made_at)) / 1000 : null;
}
