import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DIRECTORY_MODE, listNames, syncDirectory, writeDurably } from './files.ts';

const directoryOf = (directory: string) => join(directory, 'quarantine');

/**
 * Keeps bytes of a segment that are no record: a person may still read a telephone number out of
 * them.
 */
export async function setAside(
  directory: string,
  segment: string,
  damaged: Buffer[],
): Promise<void> {
  const folder = directoryOf(directory);
  await mkdir(folder, { recursive: true, mode: DIRECTORY_MODE });
  await writeDurably(
    join(folder, `${segment}.${Date.now()}-${process.pid}.damaged`),
    Buffer.concat(damaged),
  );
  await syncDirectory(folder);
  await syncDirectory(directory);
}

/** Files with damaged pieces, as paths. */
export async function listQuarantine(directory: string): Promise<string[]> {
  const names = await listNames(directoryOf(directory), /\.damaged$/);
  return names.map((name) => join(directoryOf(directory), name));
}

/** They hold personal data as records do, so they go at the same age. */
export async function purgeQuarantine(directory: string, before: Date): Promise<number> {
  let removed = 0;
  for (const path of await listQuarantine(directory)) {
    if ((await stat(path)).mtime >= before) continue;
    await rm(path, { force: true });
    removed++;
  }
  return removed;
}
