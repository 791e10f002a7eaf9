import { guarded } from '../ops/timers.ts';

/** Changes that come together are told together. */
const TELL_AFTER_MS = 100;

/**
 * Tells other replicas which posts changed.
 * @param written resolves when they are in the last copy, where the others read them
 */
export function createTeller(
  written: () => Promise<void>,
  announce: ((slugs: string[]) => Promise<void>) | undefined,
) {
  let untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function tellOthers(): Promise<void> {
    timer = undefined;
    const slugs = [...untold];
    untold = new Set();
    await written();
    if (slugs.length > 0) await announce?.(slugs);
  }

  return {
    tell(slug: string): void {
      untold.add(slug);
      if (!isStopped) timer ??= setTimeout(guarded(tellOthers), TELL_AFTER_MS).unref();
    },
    /** Tells at once what is left. */
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      return tellOthers();
    },
  };
}
