import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
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

/** Such a file's name has the time of its newest request. */
const SET_ASIDE =
  /^(?:site-damaged|site-replaced)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d(?:\.\d{3})?)/;

/** Whether a name is of something set aside, by itself or with what SQLite keeps beside it. */
export const isSetAside = (name: string) => SET_ASIDE.test(name);

/** What SQLite keeps beside a database: the database itself is the last. */
export const filesOf = (path: string) => [`${path}-wal`, `${path}-shm`, path];
export const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;

/**
 * Renames a database with all that lies beside it.
 * @param newest of what it holds, in milliseconds since 1970: it is erased by that
 * @returns its new name
 */
export function setAside(path: string, newest: number): string {
  const aside = nameAside(path, 'damaged', newest);
  for (const file of filesOf(path))
    if (exists(file)) renameSync(file, aside + file.slice(path.length));
  return aside;
}

/** A name beside the database of the site that no other file has. */
export function nameAside(path: string, why: 'damaged' | 'replaced', newest: number): string {
  const time = new Date(newest).toISOString().replaceAll(':', '-');
  const name = join(dirname(path), `site-${why}-${time}.db`);
  return filesOf(name).some(existsSync) ? nameAside(path, why, newest + 1) : name;
}

/** Milliseconds since 1970. */
export const lastWriteOf = (path: string) =>
  Math.max(
    ...[path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );

/**
 * When the newest personal data in a damaged database came, as far as it still says so; else when the
 * file was last written to: none can be later. Not when the damage was found, which may be long
 * after: visitors are promised that what they sent is erased so many days after it came.
 */
export function newestIn(
  path: string,
  schemas: readonly Schema[],
  lastWritten = lastWriteOf(path),
): number {
  const { table, time } = personalOf(schemas);
  // Index or table may lack some: the later of both counts.
  const times = timesIn(path, [
    `SELECT max(${time}) AS at FROM ${table}`,
    `SELECT ${time} AS at FROM ${table} ORDER BY rowid DESC LIMIT 1`,
  ]);
  return times.length > 0 ? Math.min(Math.max(...times), lastWritten) : lastWritten;
}

/** Empty when it cannot be read. */
function timesIn(path: string, queries: string[]): number[] {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return queries.flatMap((sql) => database.prepare(sql).get()?.at ?? []).map(Number);
  } catch {
    return [];
  }
}

/**
 * Erases personal data from what was set aside in a folder: the file whose newest is due, and of any
 * other what is due in it, as far as the file still says so. A file that is too damaged for that goes
 * as a whole.
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

/** @returns false when something is due that cannot be erased by itself */
function eraseWithin(path: string, schemas: readonly Schema[], before: number): boolean {
  const { table, time } = personalOf(schemas);
  const [oldest = before] = timesIn(path, [`SELECT min(${time}) AS at FROM ${table}`]);
  if (oldest >= before) return true;
  try {
    using database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
    // In one file, for the log would keep what was erased.
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    database.prepare(`DELETE FROM ${table} WHERE ${time} < ?`).run(before);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}
