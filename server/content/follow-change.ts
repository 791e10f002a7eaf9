import { pause } from '../ops/async.ts';
import type { ContentUnavailableError } from './content-error.ts';
import type { ContentSource } from './source.ts';

/** An editor's change of one entry or asset. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete' | 'archive';
  type: 'Entry' | 'Asset';
  id: string;
  /** The revision that was published; null when it is not known. */
  revision: number | null;
}

/**
 * The service's delivery network lags behind its own notices, mostly less than 20 s: it is asked at
 * once, and then after about 2, 5, 10 and 20 s.
 */
export const PROPAGATION_DELAYS_MS = [2000, 3000, 5000, 10_000];

interface FollowOptions {
  source: Pick<ContentSource, 'revisionOf'>;
  delaysMs: readonly number[];
  signal: AbortSignal;
}

/**
 * Resolves when the source shows a change, by one call at a time, or after the last attempt: its
 * delivery network may lag behind, and the read that follows shows what is true.
 */
export async function whenPropagated(
  change: ContentChange,
  { source, delaysMs, signal }: FollowOptions,
): Promise<void> {
  if (!source.revisionOf) return;
  for (const delayMs of [...delaysMs, 0]) {
    if (signal.aborted) return;
    try {
      if (isShown(change, await source.revisionOf(change.type, change.id))) return;
    } catch (error) {
      // The read waits for the end of a pause, and says what is there when this call cannot.
      const { kind } = error as ContentUnavailableError;
      if (kind === 'rate_limited' || kind === 'setup') return;
    }
    await pause(delayMs, signal);
  }
}

function isShown({ kind, revision }: ContentChange, shown: number | null): boolean {
  if (kind !== 'publish') return shown === null;
  return shown !== null && shown >= (revision ?? 0);
}
