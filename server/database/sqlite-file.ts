import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CALL_TIMEOUT_MS, createMissingTables, type Row, type Schema, SQLITE } from './engine.ts';
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
  schemas: readonly Schema[];
}

/**
 * Opens the database file. A damaged one is quarantined and a new one created.
 * @returns the database, and the path of a quarantined one or null
 */
export async function openDatabaseFile({ path, create, schemas }: FileOptions) {
  const lastWritten = lastModifiedMs(path); // opening may write
  try {
    return { database: await openOrCreate(path, create, schemas), quarantinePath: null };
  } catch (error) {
    if (!create || !isCorruption(error)) throw error;
    const quarantinePath = quarantine(path, lastWritten);
    return { database: await openOrCreate(path, create, schemas), quarantinePath };
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

function openOrCreate(path: string, create: boolean, schemas: readonly Schema[]) {
  if (create) {
    makeFolder(dirname(path));
    // SQLite syncs the folder by itself, for a power cut.
    if (!exists(path)) closeSync(openSync(path, 'a', FILE_MODE));
  }
  prepareFiles(path);
  return openAndVerify(path, schemas);
}

/**
 * Sets the modes of the files, which the system refuses when they belong to another user or the
 * disk is read-only. It never opens them: closing one would release SQLite's locks (POSIX).
 */
function prepareFiles(path: string): void {
  if (!exists(path)) throw new Error(`there is no database in ${dirname(path)}`);
  for (const file of databaseFiles(path)) if (exists(file)) chmodSync(file, FILE_MODE);
}

/** @throws when `quick_check` finds damage */
async function openAndVerify(path: string, schemas: readonly Schema[]): Promise<DatabaseSync> {
  const file = statSync(path).ino;
  const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 4194304`);
    assertIntact(database);
    database.exec('BEGIN IMMEDIATE');
    const query = (sql: string) => database.prepare(sql).all() as Row[];
    await createMissingTables(SQLITE, schemas, query);
    database.exec('COMMIT');
    // A restore replaced it: this waited for its lock.
    if (statSync(path).ino !== file) throw new Error('the database file has been replaced');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

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

/** Tells whether an error of SQLite means that the disk is full, for which it has several codes. */
export const isDiskFull = (error: unknown) =>
  [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE].includes(sqliteErrorCode(error));
