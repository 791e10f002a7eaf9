import { chmodSync, closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE } from './dialect.ts';
import { migrations, missingColumns } from './schema.ts';

/** Records are personal data: readable by the site's own user alone. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** How long to wait for another process, such as a deletion by `npm run callbacks`. */
const BUSY_TIMEOUT_MS = 5000;

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Whether an error says that the file is not an intact database. */
export const isDamage = (error: unknown) =>
  [SQLITE_CORRUPT, SQLITE_NOTADB].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);

/**
 * Opens the database file, in a folder of its own.
 * @param create whether to create it when it is missing or damaged; a damaged one is set aside with
 * its folder
 */
export async function openDatabase(
  path: string,
  create: boolean,
): Promise<{ database: DatabaseSync; setAside: string | null }> {
  const folder = dirname(path);
  let setAside: string | null = null;
  if (create) await createFile(path);
  checkFile(path);
  try {
    return { database: openIntact(path), setAside };
  } catch (error) {
    if (!create || !isDamage(error)) throw error;
    setAside = `${folder}-damaged-${new Date().toISOString().replaceAll(':', '-')}`;
    renameSync(folder, setAside); // with what SQLite keeps beside the file, in one step
    await syncFolder(dirname(folder));
    await createFile(path);
    return { database: openIntact(path), setAside };
  }
}

async function createFile(path: string): Promise<void> {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await syncFolder(folder);
  await syncFolder(dirname(folder));
}

/**
 * A new or renamed file survives a power cut only once its folder has been synced. Not by
 * fsyncSync, which Node's permission model refuses.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

/**
 * Makes folder and files the site's own, which the system refuses if they are another user's or the
 * disk can only be read. It never opens the file: closing it would release SQLite's locks (POSIX).
 */
function checkFile(path: string): void {
  const folder = dirname(path);
  const exists = (name: string) => statSync(name, { throwIfNoEntry: false }) !== undefined;
  if (!exists(path)) throw new Error(`there is no callback store in ${folder}`);
  chmodSync(folder, FOLDER_MODE);
  for (const name of [path, `${path}-wal`, `${path}-shm`])
    if (exists(name)) chmodSync(name, FILE_MODE);
}

/** @throws when `quick_check` finds damage */
function openIntact(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA journal_size_limit = 4194304`);
    const [found] = database.prepare('PRAGMA quick_check(1)').all();
    if (found?.quick_check !== 'ok')
      throw Object.assign(new Error(`quick_check: ${found?.quick_check}`), {
        errcode: SQLITE_CORRUPT,
      });
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function migrate(database: DatabaseSync): void {
  const steps = migrations(SQLITE);
  database.exec('BEGIN IMMEDIATE');
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  for (const sql of steps.slice(version).flat()) database.exec(sql);
  if (version < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`);
  const columns = database.prepare("SELECT name FROM pragma_table_info('callbacks')").all();
  for (const sql of missingColumns(columns.map(({ name }) => String(name)))) database.exec(sql);
  database.exec('COMMIT');
}
