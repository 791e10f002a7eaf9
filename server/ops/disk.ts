import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withTimeout } from './async.ts';

const LIMIT_MS = 1000;

/** Returns the disk of a folder; null when it hangs or the folder does not exist yet. */
export const statDisk = (folder: string) =>
  withTimeout(
    statfs(folder).catch(() => null),
    LIMIT_MS,
    () => null,
  );

/**
 * Ephemeral storage, which is lost with the process or its container, by a pattern of its mount.
 */
const EPHEMERAL_MOUNTS: readonly [place: string, sign: RegExp][] = [
  ['in memory', / - (?:tmpfs|ramfs) /],
  [
    'in the layer of the container',
    / - (?:overlay|aufs|fuse\.fuse-overlayfs) |^\S*\/vfs\/dir\/\w+ /,
  ],
  ['in an emptyDir', /^\S*\/kubernetes\.io~empty-dir\//],
  // Where an image asks for a volume and nobody gave it one, the runtime makes up a name.
  ['in an unnamed volume', /^\S*\/volumes\/[0-9a-f]{64}(?:\/_data)? /],
];

/**
 * Finds the ephemeral storage of a folder, which is lost with the container, the pod or the
 * machine's memory.
 * @param mounts the text of `/proc/self/mountinfo` (proc_pid_mountinfo(5)); empty except on Linux
 * @returns its description; null when the storage seems to last
 */
export function findEphemeralStorage(folder: string, mounts: string): string | null {
  let longest = '';
  let found = '';
  for (const line of mounts.split('\n')) {
    const [, , , root, point = '', ...rest] = line.split(' ');
    const path = point.replace(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const containsFolder = `${resolve(folder)}/`.startsWith(path.endsWith('/') ? path : `${path}/`);
    // A later mount hides an earlier one.
    if (path && containsFolder && path.length >= longest.length) {
      longest = path;
      found = `${root} ${rest.join(' ')}`;
    }
  }
  return EPHEMERAL_MOUNTS.find(([, pattern]) => pattern.test(found))?.[0] ?? null;
}
