import { type FSWatcher, watch } from 'node:fs';
import { pause } from './async.ts';

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
  signal.addEventListener('abort', hints.give, { once: true });
  let isUnsettled = false;
  while (!signal.aborted) {
    hints.renew();
    await pause(isUnsettled ? SETTLE_MS : POLL_MS, hints.signal());
    // A change while this one settles is a hint of its own.
    if (hints.take()) await pause(SETTLE_MS, signal);
    if (signal.aborted) break;
    isUnsettled = await look();
  }
  hints.close();
}

/** Creates the watchers of the file system. One that fails is opened again by `renew`. */
function createHints(folders: readonly string[]) {
  const watchers = new Map<string, FSWatcher>();
  let hint = new AbortController();
  const give = () => hint.abort();

  function open(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, give);
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
    give,
    /** Aborted by the next hint. Nothing is left waiting for it, however long none comes. */
    signal: () => hint.signal,
    /** @returns true when there was a hint since the last call */
    take(): boolean {
      if (!hint.signal.aborted) return false;
      hint = new AbortController();
      return true;
    },
    close(): void {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
