import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FILE_MODE } from './files.ts';

/** Another process writes to the same store. */
export class JournalLocked extends Error {
  override name = 'JournalLocked';
  constructor(directory: string) {
    super(`the callback store in ${directory} is in use by another process: one site per DATA_DIR`);
  }
}

const SQLITE_BUSY = 5;

/**
 * One writer per store. Node has no flock(), so an empty SQLite database lends its file lock: the
 * kernel gives it up when the process ends, however it ends, and it holds between containers that
 * share a volume, where process ids mean nothing.
 * @returns a function that gives the lock up.
 * @throws {JournalLocked} when another process has it.
 */
export function takeLock(directory: string): () => void {
  const path = join(directory, 'lock');
  createOnce(path);
  const lock = new DatabaseSync(path);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY
      ? new JournalLocked(directory)
      : error;
  }
  return () => lock.close();
}

/**
 * Never opens a file that exists: closing it again would give up a lock that this process may hold
 * (POSIX record locks).
 */
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
