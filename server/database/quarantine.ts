import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS } from './engine.ts';

export const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Returns SQLite's extended code of an error; 0 for other errors. */
export const sqliteErrorCode = (error: unknown) => (error as { errcode?: number }).errcode ?? 0;

/** Tells whether an error means that the file is not an intact database. */
export const isCorruption = (error: unknown) =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(sqliteErrorCode(error) & 0xff);

/**
 * The name of a quarantined file. It contains the time of the last write: nothing in the file can
 * have come later.
 */
const QUARANTINE_NAME =
  /^site-(?:damaged|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.db/;

/**
 * Tells whether a name belongs to a quarantined database or to a file that SQLite keeps beside it.
 */
export const isQuarantineName = (name: string) => QUARANTINE_NAME.test(name);

/** Returns the files of a database, the database itself last. */
export const databaseFiles = (path: string) => [`${path}-wal`, `${path}-shm`, path];
export const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Returns the time of the last write to a database, in milliseconds since 1970. */
export const lastModifiedMs = (path: string) =>
  Math.max(
    ...[path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );

/**
 * Quarantines a damaged database with the files beside it.
 * @param lastWritten milliseconds since 1970
 * @returns its new path
 */
export function quarantine(path: string, lastWritten: number): string {
  const quarantinePath = quarantineName(path, 'damaged', lastWritten);
  for (const file of databaseFiles(path))
    if (exists(file)) renameSync(file, quarantinePath + file.slice(path.length));
  return quarantinePath;
}

/** Returns an unused path beside the database of the site. */
export function quarantineName(
  path: string,
  why: 'damaged' | 'replaced',
  lastWritten: number,
): string {
  const time = new Date(lastWritten).toISOString().replaceAll(':', '-');
  const name = join(dirname(path), `site-${why}-${time}.db`);
  return databaseFiles(name).some(exists) ? quarantineName(path, why, lastWritten + 1) : name;
}

/**
 * Deletes personal data past its retention from the quarantined databases in a folder, as visitors
 * are promised. A file is deleted whole when everything in it is due, or when it is too damaged to
 * delete rows.
 * @param before rows that came earlier are due; milliseconds since 1970
 * @throws when a file is in use
 */
export function purgeQuarantined(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const [, date, ...time] = QUARANTINE_NAME.exec(name) ?? [];
    if (!date) continue;
    const path = join(folder, name);
    if (Date.parse(`${date}T${time.join(':')}Z`) < before) rmSync(path, { force: true });
    else if (name.endsWith('.db') && !purgeFile(path, before))
      for (const file of databaseFiles(path)) rmSync(file, { force: true });
  }
}

/** @returns false when every row was due, or when rows cannot be deleted */
function purgeFile(path: string, before: number): boolean {
  const oldest = oldestRequest(path);
  if (oldest === null || oldest >= before) return true;
  try {
    using database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
    // In one file: the log would keep what was deleted.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    database.prepare('DELETE FROM callbacks WHERE received_at < ?').run(before);
    return database.prepare('SELECT id FROM callbacks LIMIT 1').get() !== undefined;
  } catch (error) {
    if (isCorruption(error)) return false;
    throw error;
  }
}

/** @returns null when the file cannot be read, or has no rows */
function oldestRequest(path: string): number | null {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const oldest = database.prepare('SELECT min(received_at) AS at FROM callbacks').get();
    return oldest?.at as number | null;
  } catch {
    return null;
  }
}
