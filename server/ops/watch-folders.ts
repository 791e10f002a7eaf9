import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Interval between looks: bind mounts and network folders tell of no change. */
const POLL_MS = 2000;
/** The pause after a hint of the file system, and after a look that met a file being written. */
const SETTLE_MS = 350;

/**
 * Looks at folders again and again: every 2 s, and soon after the file system tells of a change.
 * Nothing here rejects.
 * @param folders absolute paths; they may be missing
 * @param look returns whether it has to look again soon, because a file may still be being written
 */
export async function watchFolders(
  folders: readonly string[],
  look: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const hints = createHints(folders);
  let isUnsettled = false;
  while (!signal.aborted) {
    hints.renew();
    await Promise.race([
      sleep(isUnsettled ? SETTLE_MS : POLL_MS, null, { ref: false, signal }),
      hints.next(),
    ]).catch(() => {});
    if (signal.aborted) break;
    isUnsettled = await look();
  }
  hints.close();
}

/** Creates the watchers of the file system. One that fails is opened again by `renew`. */
function createHints(folders: readonly string[]) {
  const watchers = new Map<string, FSWatcher>();
  let hint = Promise.withResolvers<void>();

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => hint.resolve());
      watchers.set(folder, watcher);
      const drop = () => {
        watcher.close();
        watchers.delete(folder);
      };
      watcher.on('error', drop);
    } catch {
      // The folder is missing, or the system has no more watchers: the interval is enough.
    }
  }

  return {
    renew(): void {
      for (const folder of folders) if (!watchers.has(folder)) open(folder);
    },
    /** Resolves a moment after the next change. */
    async next(): Promise<void> {
      await hint.promise;
      hint = Promise.withResolvers();
      await sleep(SETTLE_MS, null, { ref: false });
    },
    close(): void {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
