import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells of everything that is written in a folder and below. One watch for each folder: Node's
 * recursive one loses a file that an editor saves by renaming another (Linux, Node 24).
 */
export function watchTree(folder: string, tell: (path: string) => void): void {
  watch(folder, (event, name) => {
    const path = join(folder, name ?? '');
    tell(path);
    if (event === 'rename' && name && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      watchTree(path, tell);
  }).on('error', () => {}); // the folder is gone
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchTree(join(folder, entry.name), tell);
}
