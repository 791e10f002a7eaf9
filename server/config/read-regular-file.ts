import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

/** Opens a named pipe at once: otherwise its opening would wait for someone who writes to it. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

function assertRegularFile(stats: Stats): void {
  if (!stats.isFile())
    throw Object.assign(new Error('not a regular file'), { code: 'it is not a regular file' });
}

/** Reads a file of the owner. A folder, a pipe or a device in its place is an error, with a `code`. */
export function readRegularFileSync(path: string): Buffer {
  const file = openSync(path, AT_ONCE);
  try {
    assertRegularFile(fstatSync(file));
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns the issue of a setting whose file could not be read, without what the file holds. */
export function describeReadError(name: string, { code }: NodeJS.ErrnoException): string {
  // The permission model opens no folder, and no name with a `*`: server/start.ts.
  const reason = code === 'ERR_ACCESS_DENIED' ? 'it is a folder, or its name has a *' : code;
  return `${name}: the file cannot be read (${reason})`;
}

/** Reads such a file without holding up the process. */
export async function readRegularFile(path: string): Promise<Buffer> {
  await using file = await open(path, AT_ONCE);
  assertRegularFile(await file.stat());
  return await file.readFile();
}
