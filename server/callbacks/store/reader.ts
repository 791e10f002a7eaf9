import { join } from 'node:path';
import { readDeletions } from './deletions.ts';
import { storeDirectory } from './files.ts';
import type { StoredCallback } from './record.ts';
import { listSegments, readSegment } from './segment.ts';

/**
 * Every callback request of a store, oldest first. Needs no lock: it may run while a site writes. A
 * store that does not exist is empty. Deletions are read first: one that is carried out meanwhile
 * must not bring its record back into the list.
 */
export async function readCallbacks(dataDir: string): Promise<StoredCallback[]> {
  const directory = storeDirectory(dataDir);
  const { ids: deleted } = await readDeletions(directory);
  const callbacks: StoredCallback[] = [];
  for (const name of await listSegments(directory)) {
    const segment = await readSegment(join(directory, name));
    for (const record of segment?.records ?? [])
      if (!deleted.has(record.id)) callbacks.push(record);
  }
  return callbacks;
}
