import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** SQLite's log is emptied at 4 MB, and moving it into the database may take as much. */
const RESERVE_BYTES = 4 * 1024 * 1024;

const SQLITE_FULL = 13;
const SQLITE_IOERR_WRITE = 778;
const SQLITE_IOERR_SHMSIZE = 4874;

const reserveOf = (database: string) => join(dirname(database), 'reserve');

/** Whether SQLite says that the disk is full, which it does in several ways. */
export const isFull = (error: unknown) =>
  [SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE].includes(
    (error as { errcode?: number }).errcode ?? 0,
  );

/**
 * Keeps a file beside the database that only takes up room: on a disk that is full to the last byte
 * SQLite cannot delete, nor even open. A disk that is nearly full has none.
 */
export function keepReserve(database: string): void {
  const reserve = reserveOf(database);
  try {
    const { bavail, bsize } = statfsSync(dirname(database));
    if (sizeOf(reserve) === RESERVE_BYTES || bavail * bsize < 2 * RESERVE_BYTES) return;
    writeFileSync(reserve, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
  } catch {
    rmSync(reserve, { force: true });
  }
}

/** @returns whether there was a reserve, so that what the full disk refused may succeed now */
export function releaseReserve(database: string): boolean {
  const reserve = reserveOf(database);
  if (sizeOf(reserve) === undefined) return false;
  rmSync(reserve);
  return true;
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size;
