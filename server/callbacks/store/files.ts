import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Records are personal data: readable by the site's own user alone. */
export const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;

/** Where the callback store lives, under DATA_DIR. */
export function storeDirectory(dataDir: string): string {
  return join(dataDir, 'callbacks');
}

export const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Names in a directory in order; none when it does not exist. */
export async function listNames(directory: string, pattern: RegExp): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => pattern.test(name)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A new, renamed or removed file survives a power cut only once its directory has been synced. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes all of it: the kernel may take less than it was given, on a disk that is nearly full for
 * one.
 */
export async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
}

/** Creates a file that must not exist yet; on return it is on the disk. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', FILE_MODE);
  try {
    await writeAll(handle, bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
