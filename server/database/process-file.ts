import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { FILE_MODE } from './sqlite-file.ts';

/** The file beside the database that names the process which has it open. */
const NAME = 'site.pid';

/**
 * Records that this process has the embedded database open. Warns when another one has it open: both
 * would send each request, and limits would count twice.
 * @returns a function that removes the record
 */
export function recordProcess(dataDir: string, log: Logger): () => void {
  const path = join(dataDir, NAME);
  try {
    const otherPid = runningProcess(path);
    if (otherPid !== null) {
      log.warn(
        { pid: process.pid, otherPid, dataDir },
        `another process (${otherPid}) has the database of this process (${process.pid}) open: stop one of them, or give each a DATA_DIR`,
      );
      return () => {};
    }
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), {
      mode: FILE_MODE,
    });
    return () => removeRecord(path);
  } catch {
    return () => {}; // a disk that is full or read-only is told of by the database
  }
}

function removeRecord(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Its folder has gone, or is read-only: the next process finds that this one does not run.
  }
}

/** @returns the id of another process of this machine that runs and left the file, or null */
function runningProcess(path: string): number | null {
  const writtenAtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // After a restart of the machine the id is another program's.
  if (writtenAtMs < Date.now() - uptime() * 1000) return null;
  const { pid, host } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; host: string };
  if (host !== hostname() || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : null;
  }
}
