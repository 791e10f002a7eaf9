import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DIRECTORY_MODE, isMissing, listNames, syncDirectory, writeDurably } from './files.ts';

/**
 * Deleting is asked for by a file that lists ids. From then on readers leave these records out, and
 * whoever holds the lock takes them off the disk: so `npm run callbacks` can delete while the site
 * is writing.
 */
export interface Deletions {
  ids: Set<string>;
  files: string[];
}

const directoryOf = (directory: string) => join(directory, 'deletions');
const REQUEST_NAME = /\.ids$/;

/** Files that ask for deletions, in order. */
export async function listDeletions(directory: string): Promise<string[]> {
  const names = await listNames(directoryOf(directory), REQUEST_NAME);
  return names.map((name) => join(directoryOf(directory), name));
}

/** On return the records are hidden for good, also after a crash. */
export async function requestDeletion(directory: string, ids: string[]): Promise<string> {
  const folder = directoryOf(directory);
  await mkdir(folder, { recursive: true, mode: DIRECTORY_MODE });
  await syncDirectory(directory);
  const path = join(folder, `${randomUUID()}.ids`);
  await writeDurably(`${path}.tmp`, Buffer.from(ids.map((id) => `${id}\n`).join('')));
  await rename(`${path}.tmp`, path);
  await syncDirectory(folder);
  return path;
}

export async function readDeletions(directory: string): Promise<Deletions> {
  const files = await listDeletions(directory);
  const texts = await Promise.all(
    files.map((file) => readFile(file, 'utf8').catch(emptyWhenMissing)),
  );
  return { files, ids: new Set(texts.flatMap((text) => text.split('\n')).filter(Boolean)) };
}

/** Only after the records have left the disk. */
export async function clearDeletions(directory: string, deletions: Deletions): Promise<void> {
  if (deletions.files.length === 0) return;
  for (const file of deletions.files) await rm(file, { force: true });
  await syncDirectory(directoryOf(directory));
}

function emptyWhenMissing(error: unknown): string {
  if (isMissing(error)) return '';
  throw error;
}
