import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS, migrate, type Row, type Schema, SQLITE } from './engine.ts';
import {
  errcodeOf,
  exists,
  FORMER_NAME,
  filesOf,
  isDamage,
  lastWriteOf,
  newestIn,
  SQLITE_CORRUPT,
  setAside,
} from './set-aside.ts';

export const FILE_NAME = 'site.db';
/** Where version 2 had it, with callback requests alone. */
export const FORMER_FOLDER = 'callbacks';
const FORMER_SCHEMA = 'callback_schema';

/** Records are personal data: readable by the site's own user alone. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

export interface FileOptions {
  path: string;
  create: boolean;
  schemas: readonly Schema[];
}

/** Opens the database file. @returns where a damaged one was set aside, too */
export async function openDatabaseFile({ path, create, schemas }: FileOptions) {
  const former = join(dirname(path), FORMER_FOLDER, FORMER_NAME);
  const lastWritten = Math.max(lastWriteOf(path), lastWriteOf(former)); // opening may write
  let opening = former;
  try {
    if (!exists(path) && exists(former)) await takeOver(former, path);
    opening = path;
    if (create) await createFile(path);
    checkFile(path);
    return { database: await openIntact(path, schemas), setAside: null };
  } catch (error) {
    if (!create || !isDamage(error)) throw error;
    const aside = setAside(opening, newestIn(opening, schemas, lastWritten));
    await syncToDisk(dirname(opening));
    await createFile(path);
    return { database: await openIntact(path, schemas), setAside: aside };
  }
}

/**
 * Moves the database of version 2 to where this one has it: in one step, so that a kill leaves it
 * whole in one place, and under its lock, so that a running process of version 2 is waited for.
 */
async function takeOver(former: string, path: string): Promise<void> {
  {
    using _locked = lockAlone(former);
    renameSync(former, path);
  }
  await syncToDisk(dirname(path));
  await syncToDisk(dirname(former));
  rmSync(join(dirname(former), 'reserve'), { force: true });
}

/**
 * Opens a database that nobody else has open, with all of it in its one file, and keeps others out
 * until it is closed.
 */
export function lockAlone(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function createFile(path: string): Promise<void> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (exists(path)) return;
  // SQLite would read the log of a database that is gone into the new one.
  setAside(path, lastWriteOf(path));
  closeSync(openSync(path, 'a', FILE_MODE));
  await syncToDisk(folder);
}

/**
 * Of a file or a folder: a new or renamed file survives a power cut only once its folder has been
 * synced. Not by fsyncSync, which Node's permission model refuses.
 */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}

/**
 * Makes the files the site's own, which the system refuses if they are another user's or the disk can
 * only be read. It never opens them: closing one would release SQLite's locks (POSIX).
 */
function checkFile(path: string): void {
  if (!exists(path)) throw new Error(`there is no database in ${dirname(path)}`);
  for (const file of filesOf(path)) if (exists(file)) chmodSync(file, FILE_MODE);
}

/** @throws when `quick_check` finds damage */
async function openIntact(path: string, schemas: readonly Schema[]): Promise<DatabaseSync> {
  const file = statSync(path).ino;
  const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 4194304`);
    checkIntact(database);
    database.exec('BEGIN IMMEDIATE');
    noteFormerVersion(database);
    const query = (sql: string) => database.prepare(sql).all() as Row[];
    await migrate(SQLITE, schemas, query);
    database.exec('COMMIT');
    // By a restore, under whose lock this waited.
    if (statSync(path).ino !== file) throw new Error('the database file has been replaced');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function checkIntact(database: DatabaseSync): void {
  const [found] = database.prepare('PRAGMA quick_check(1)').all();
  if (found?.quick_check !== 'ok')
    throw Object.assign(new Error(`quick_check: ${found?.quick_check}`), {
      errcode: SQLITE_CORRUPT,
    });
}

/** Version 2 of the site had the version of its tables in `user_version`. */
function noteFormerVersion(database: DatabaseSync): void {
  database.exec(`CREATE TABLE IF NOT EXISTS ${FORMER_SCHEMA} (version INTEGER NOT NULL);
    INSERT INTO ${FORMER_SCHEMA} SELECT user_version FROM pragma_user_version
    WHERE user_version > 0 AND NOT EXISTS (SELECT * FROM ${FORMER_SCHEMA})`);
}

/** SQLite's log is emptied at 4 MB, and moving it into the database may take as much. */
const RESERVE_BYTES = 4 * 1024 * 1024;

const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4874;

const reserveOf = (database: string) => join(dirname(database), 'reserve');

/** Whether SQLite says that the disk is full, which it does in several ways. */
export const isFull = (error: unknown) =>
  [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE].includes(errcodeOf(error));

/**
 * Keeps a file beside the database that only takes up room: on a disk that is full to the last byte
 * SQLite cannot delete, nor even open. A disk that is nearly full has none.
 */
export function keepReserve(database: string): void {
  const reserve = reserveOf(database);
  try {
    const { bavail, bsize } = statfsSync(dirname(database));
    const kept = statSync(reserve, { throwIfNoEntry: false })?.size;
    if (kept === RESERVE_BYTES || bavail * bsize < 2 * RESERVE_BYTES) return;
    writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES), { mode: FILE_MODE });
  } catch {
    rmSync(reserve, { force: true });
  }
}

/** @returns whether there was a reserve, so that what the full disk refused may succeed now */
export function releaseReserve(database: string): boolean {
  const reserve = reserveOf(database);
  if (!exists(reserve)) return false;
  rmSync(reserve);
  return true;
}
