import { expect, vi } from 'vitest';
import type { CallbackStore } from '../../../server/callbacks/store/callback-store.ts';

/** Returns a function that waits for a check of a kind that begins after now. */
export function watchChecks({ notices }: CallbackStore): (kind: string) => Promise<void> {
  const enqueue = vi.spyOn(notices, 'enqueue');
  const countEnded = (kind: string) => {
    const { calls, settledResults } = enqueue.mock;
    const isEnded = (index: number) => settledResults[index]?.type !== 'incomplete';
    return calls.filter(([about], index) => about.kind === kind && isEnded(index)).length;
  };
  return async (kind) => {
    const before = countEnded(kind);
    // The next one to end may have begun already.
    await expect.poll(() => countEnded(kind)).toBeGreaterThanOrEqual(before + 2);
  };
}
