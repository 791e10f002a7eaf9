import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS, type Row, SQLITE } from './engine.ts';
import { assertSchemaKnown, type MigrationConnection, migrate } from './migrations.ts';
import {
  databaseFiles,
  exists,
  isCorruption,
  lastModifiedMs,
  quarantine,
  SQLITE_CORRUPT,
  sqliteErrorCode,
} from './quarantine.ts';

export const FILE_NAME = 'site.db';

/** The modes of the files, which hold personal data: readable by the site's own user alone. */
export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export interface FileOptions {
  path: string;
  create: boolean;
  isReopened: boolean;
}

/**
 * Opens the database file. A damaged one is quarantined and a new one created.
 * @returns the database, its versions before and after, and the path of a quarantined one or null
 */
export async function openDatabaseFile(options: FileOptions) {
  const { path, create } = options;
  const lastWritten = lastModifiedMs(path); // opening may write
  try {
    return { ...(await openOrCreate(options)), quarantinePath: null };
  } catch (error) {
    if (!create || !isCorruption(error)) throw error;
    const quarantinePath = quarantine(path, lastWritten);
    return { ...(await openOrCreate(options)), quarantinePath };
  }
}

/**
 * Makes a folder and those above it. Node's own `recursive` never returns under /proc, where the
 * system says that the folder above is missing.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    // The permission model of server/start.ts opens those above that are missing.
    const isAboveThere = process.permission?.has('fs.write', above) === false;
    if (code !== 'ENOENT' || isAboveThere) throw error;
    makeFolder(above);
    mkdirSync(path, { mode: FOLDER_MODE });
  }
}

function openOrCreate({ path, create, isReopened }: FileOptions) {
  if (create) {
    makeFolder(dirname(path));
    // SQLite syncs the folder by itself, for a power cut.
    if (!exists(path)) closeSync(openSync(path, 'a', FILE_MODE));
  }
  prepareFiles(path);
  return openAndVerify(path, isReopened);
}

/**
 * Sets the modes of the files, which the system refuses when they belong to another user or the
 * disk is read-only. It never opens them: closing one would release SQLite's locks (POSIX).
 */
function prepareFiles(path: string): void {
  if (!exists(path)) throw new Error(`there is no database in ${dirname(path)}`);
  for (const file of databaseFiles(path)) if (exists(file)) chmodSync(file, FILE_MODE);
}

/** The wait for another process that brings the database up to date. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** @throws when `quick_check` finds damage, or a newer version of the site made the database */
async function openAndVerify(path: string, isReopened: boolean) {
  const file = statSync(path).ino;
  const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
  const connection = connectionTo(database);
  try {
    if (!isReopened) await assertSchemaKnown(SQLITE, connection); // before anything is changed
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 4194304`);
    assertIntact(database);
    const versions = await migrate({
      dialect: SQLITE,
      connection,
      async transaction(work) {
        database.exec(`PRAGMA busy_timeout = ${MIGRATION_TIMEOUT_MS}; BEGIN IMMEDIATE`);
        await work(connection);
        database.exec('COMMIT');
      },
    });
    // A restore replaced it: this waited for its lock.
    if (statSync(path).ino !== file) throw new Error('the database file has been replaced');
    return { database, versions };
  } catch (error) {
    database.close();
    throw error;
  }
}

export const connectionTo = (database: DatabaseSync): MigrationConnection => ({
  query: async (sql) => database.prepare(sql).all() as Row[],
  execute: async (sql) => database.exec(sql),
});

export function assertIntact(database: DatabaseSync): void {
  const [found] = database.prepare('PRAGMA quick_check(1)').all();
  if (found?.quick_check !== 'ok')
    throw Object.assign(new Error(`quick_check: ${found?.quick_check}`), {
      errcode: SQLITE_CORRUPT,
    });
}

const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4874;

const DISK_MESSAGES: Record<number, string> = {
  [SQLITE_FULL]: 'the disk is full',
  [SQLITE_IOERR_SHMSIZE]: 'the disk is full',
  // SQLite has one code for EIO, EDQUOT and EFBIG.
  [SQLITE_IOERR_WRITE]: 'the disk could not be written: it fails, or a quota is used up',
};

/** Describes an error of SQLite for which the disk is the reason; undefined for any other. */
export const describeDiskError = (error: unknown): string | undefined =>
  DISK_MESSAGES[sqliteErrorCode(error)];
