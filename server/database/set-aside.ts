import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS, personalOf, type Schema } from './engine.ts';

export const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Returns SQLite's extended code of an error; 0 for other errors. */
export const errcodeOf = (error: unknown) => (error as { errcode?: number }).errcode ?? 0;

/** Tells whether an error means that the file is not an intact database. */
export const isDamage = (error: unknown) =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcodeOf(error) & 0xff);

/**
 * The name of a quarantined file. It contains the time of the last write: nothing in the file can
 * have come later.
 */
const SET_ASIDE = /^site-(?:damaged|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.db/;

/**
 * Tells whether a name belongs to a quarantined database or to a file that SQLite keeps beside it.
 */
export const isSetAside = (name: string) => SET_ASIDE.test(name);

/** Returns the files of a database, the database itself last. */
export const filesOf = (path: string) => [`${path}-wal`, `${path}-shm`, path];
export const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Returns the time of the last write to a database, in milliseconds since 1970. */
export const lastWriteOf = (path: string) =>
  Math.max(
    ...[path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );

/**
 * Quarantines a damaged database with the files beside it.
 * @param lastWritten milliseconds since 1970
 * @returns its new path
 */
export function setAside(path: string, lastWritten: number): string {
  const aside = nameAside(path, 'damaged', lastWritten);
  for (const file of filesOf(path))
    if (exists(file)) renameSync(file, aside + file.slice(path.length));
  return aside;
}

/** Returns an unused path beside the database of the site. */
export function nameAside(path: string, why: 'damaged' | 'replaced', lastWritten: number): string {
  const time = new Date(lastWritten).toISOString().replaceAll(':', '-');
  const name = join(dirname(path), `site-${why}-${time}.db`);
  return filesOf(name).some(exists) ? nameAside(path, why, lastWritten + 1) : name;
}

/**
 * Deletes personal data past its retention from the quarantined databases in a folder, as visitors
 * are promised. A file is deleted whole when everything in it is due, or when it is too damaged to
 * delete rows.
 * @param before rows that came earlier are due; milliseconds since 1970
 * @throws when a file is in use
 */
export function purgeSetAside(folder: string, schemas: readonly Schema[], before: number): void {
  for (const name of readdirSync(folder)) {
    const [, date, ...time] = SET_ASIDE.exec(name) ?? [];
    if (!date) continue;
    const path = join(folder, name);
    if (Date.parse(`${date}T${time.join(':')}Z`) < before) rmSync(path, { force: true });
    else if (name.endsWith('.db') && !eraseWithin(path, schemas, before))
      for (const file of filesOf(path)) rmSync(file, { force: true });
  }
}

/** @returns false when every row was due, or when rows cannot be deleted */
function eraseWithin(path: string, schemas: readonly Schema[], before: number): boolean {
  const { table, time } = personalOf(schemas);
  const oldest = oldestIn(path, `SELECT min(${time}) AS at FROM ${table}`);
  if (oldest === null || oldest >= before) return true;
  try {
    using database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
    // In one file: the log would keep what was deleted.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    database.prepare(`DELETE FROM ${table} WHERE ${time} < ?`).run(before);
    return database.prepare(`SELECT ${time} FROM ${table} LIMIT 1`).get() !== undefined;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** @returns null when the file cannot be read, or has no rows */
function oldestIn(path: string, query: string): number | null {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return database.prepare(query).get()?.at as number | null;
  } catch {
    return null;
  }
}
