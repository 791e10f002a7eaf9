import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { HOUR_MS } from '../ops/durations.ts';
import { CALL_TIMEOUT_MS, SQLITE } from './engine.ts';
import { NOTE_BACKUP } from './last-backup.ts';
import { assertSchemaKnown } from './migrations.ts';
import {
  exists,
  isCorruption,
  lastModifiedMs,
  quarantine,
  quarantineName,
  sqliteErrorCode,
} from './quarantine.ts';
import { assertIntact, connectionTo, FILE_MODE, FILE_NAME, makeFolder } from './sqlite-file.ts';

/** The code of a missing table, among other things. */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const ALL_PAGES = 2 ** 31 - 1;

/** The code of the error about a file that is no intact copy of the site's database. */
export const NOT_A_COPY = 'NOT_A_COPY';

/** The name of a backup in a folder of backups: its time in UTC, so that names sort by age. */
const BACKUP_NAME = /^site-\d{4}-\d\d-\d\d-\d{6}\.db$/;
/** The name of one that is being written, or that was cut off. */
const PARTIAL_NAME = /^site-\d{4}-\d\d-\d\d-\d{6}\.db\.partial(?:-journal)?$/;
/** The age at which a partial backup counts as cut off: no backup takes as long. */
const CUT_OFF_MS = HOUR_MS;

/**
 * Copies the embedded database as it is at this moment, while the site runs or not, and records the
 * backup in the database.
 * @param to must not exist yet; gets mode 0600, because it holds personal data
 */
export async function backupDatabase(dataDir: string, to: string) {
  await copyTo(to, dataDir);
  await noteBackup(dataDir);
}

/**
 * Backs up into a folder, under a name with the time, and deletes the oldest of its own backups.
 * @param keep how many of them stay, this one included
 * @returns the path of the backup, and what could not be deleted, with the system's codes
 */
export async function backUpToFolder(dataDir: string, folder: string, keep: number) {
  const [day, time = ''] = new Date().toISOString().split('T');
  const path = join(folder, `site-${day}-${time.slice(0, 8).replaceAll(':', '')}.db`);
  // A backup that is cut off must not count as one of those that stay.
  const partial = `${path}.partial`;
  await copyTo(partial, dataDir);
  renameSync(partial, path);
  await syncToDisk(folder);
  await noteBackup(dataDir);
  return { path, undeleted: deleteOldBackups(folder, keep) };
}

async function copyTo(to: string, dataDir: string): Promise<void> {
  const path = join(dataDir, FILE_NAME);
  if (!exists(path)) throw new Error(`there is no database in ${dataDir}`);
  closeSync(openSync(to, 'wx', FILE_MODE));
  try {
    const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
    // In one step: between two, every write of the site would begin it anew.
    await backup(database, to, { rate: ALL_PAGES }).finally(() => database.close());
    collapseWal(to);
    await syncToDisk(to);
    await syncToDisk(dirname(to));
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

function deleteOldBackups(folder: string, keep: number) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name);
  const backups = names.filter((name) => BACKUP_NAME.test(name)).sort();
  const cutOff = names.filter(
    (name) =>
      PARTIAL_NAME.test(name) && Date.now() - statSync(join(folder, name)).mtimeMs > CUT_OFF_MS,
  );
  const undeleted: { path: string; code: string | undefined }[] = [];
  for (const name of [...backups.slice(0, -keep), ...cutOff]) {
    const path = join(folder, name);
    try {
      rmSync(path, { force: true });
    } catch (error) {
      undeleted.push({ path, code: (error as NodeJS.ErrnoException).code });
    }
  }
  return undeleted;
}

async function noteBackup(dataDir: string): Promise<void> {
  using database = new DatabaseSync(join(dataDir, FILE_NAME), { timeout: CALL_TIMEOUT_MS });
  database.prepare(NOTE_BACKUP).run(Date.now());
}

/**
 * Replaces the embedded database with a copy, whole or not at all. The previous one stays beside
 * it, its requests until each is due for deletion.
 * @returns the new name of the previous database, null if there was none
 * @throws while a site has the database open, and with the code NOT_A_COPY
 */
export async function restoreDatabase(dataDir: string, from: string) {
  const path = join(dataDir, FILE_NAME);
  const copy = `${path}-restored`;
  makeFolder(dataDir);
  copyFileSync(from, copy);
  try {
    try {
      collapseWal(copy);
    } catch (error) {
      if (!isCorruption(error) && sqliteErrorCode(error) !== SQLITE_ERROR) throw error;
      throw Object.assign(new Error('not a copy', { cause: error }), {
        code: NOT_A_COPY,
        path: from,
      });
    }
    await assertKnown(copy);
    const { uid, gid } = statSync(dataDir);
    chownSync(copy, uid, gid);
    chmodSync(copy, FILE_MODE);
    await syncToDisk(copy);
    const replaced = swapIn(path, copy);
    await syncToDisk(dataDir);
    return replaced;
  } finally {
    rmSync(copy, { force: true });
  }
}

/** @throws when a newer version of the site made the copy */
async function assertKnown(path: string): Promise<void> {
  using database = new DatabaseSync(path, { readOnly: true });
  await assertSchemaKnown(SQLITE, connectionTo(database));
}

function swapIn(path: string, copy: string): string | null {
  if (!exists(path)) {
    // SQLite would read the log of the database that was there into the one that comes.
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
    renameSync(copy, path);
    return null;
  }
  const lastWritten = lastModifiedMs(path);
  try {
    using _locked = openExclusive(path);
    const quarantinePath = quarantineName(path, 'replaced', lastWritten);
    linkSync(path, quarantinePath); // so that at every moment there is a database
    renameSync(copy, path);
    return quarantinePath;
  } catch (error) {
    if (sqliteErrorCode(error) === SQLITE_BUSY)
      throw new Error('the site is still using the database. Stop the site first');
    if (!isCorruption(error)) throw error;
    const quarantinePath = quarantine(path, lastWritten);
    renameSync(copy, path);
    return quarantinePath;
  }
}

/**
 * Moves the log of a copy into its file, so that it can be moved and read anywhere.
 * @throws when it is damaged, or lacks tables of the site
 */
function collapseWal(path: string): void {
  using database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = DELETE');
  assertIntact(database);
  database.prepare('SELECT received_at FROM callbacks').get();
}

/** Opens a database exclusively, with all of it in its one file, until it is closed. */
function openExclusive(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: CALL_TIMEOUT_MS });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Syncs a file or a folder: a new or renamed file survives a power cut only once its folder has
 * been synced. Not by fsyncSync, which Node's permission model refuses.
 */
async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}
