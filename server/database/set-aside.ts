import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS, personalOf, type Schema } from './engine.ts';

export const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** SQLite's extended code of an error; 0 for one that is not SQLite's. */
export const errcodeOf = (error: unknown) => (error as { errcode?: number }).errcode ?? 0;

/** Whether an error says that the file is not an intact database. */
export const isDamage = (error: unknown) =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(errcodeOf(error) & 0xff);

/** A name has the time when the database was last written to: nothing in it can have come later. */
const SET_ASIDE = /^site-(?:damaged|replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.db/;

/** Whether a name is of something set aside, by itself or with what SQLite keeps beside it. */
export const isSetAside = (name: string) => SET_ASIDE.test(name);

/** What SQLite keeps beside a database: the database itself is the last. */
export const filesOf = (path: string) => [`${path}-wal`, `${path}-shm`, path];
export const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Milliseconds since 1970. */
export const lastWriteOf = (path: string) =>
  Math.max(
    ...[path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );

/**
 * Renames a database with all that lies beside it.
 * @param lastWritten in milliseconds since 1970
 * @returns its new name
 */
export function setAside(path: string, lastWritten: number): string {
  const aside = nameAside(path, 'damaged', lastWritten);
  for (const file of filesOf(path))
    if (exists(file)) renameSync(file, aside + file.slice(path.length));
  return aside;
}

/** A name beside the database of the site that no other file has. */
export function nameAside(path: string, why: 'damaged' | 'replaced', lastWritten: number): string {
  const time = new Date(lastWritten).toISOString().replaceAll(':', '-');
  const name = join(dirname(path), `site-${why}-${time}.db`);
  return filesOf(name).some(exists) ? nameAside(path, why, lastWritten + 1) : name;
}

/**
 * Erases what is due in all that was set aside in a folder: visitors are promised that what they sent
 * is erased so many days after it came. A file goes as a whole once nothing in it can be younger, or
 * when it is too damaged to erase a part of it that is due.
 * @param before what came earlier is due; in milliseconds since 1970
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

/** @returns false when nothing is left that is not due, or what is due cannot be erased by itself */
function eraseWithin(path: string, schemas: readonly Schema[], before: number): boolean {
  const { table, time } = personalOf(schemas);
  const oldest = oldestIn(path, `SELECT min(${time}) AS at FROM ${table}`);
  if (oldest === null || oldest >= before) return true;
  try {
    using database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
    // In one file, for the log would keep what was erased.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    database.prepare(`DELETE FROM ${table} WHERE ${time} < ?`).run(before);
    return database.prepare(`SELECT ${time} FROM ${table} LIMIT 1`).get() !== undefined;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** Null when it cannot be read, or nothing is there. */
function oldestIn(path: string, query: string): number | null {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return database.prepare(query).get()?.at as number | null;
  } catch {
    return null;
  }
}
