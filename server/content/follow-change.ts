import { logErrors } from '../ops/async.ts';
import type { Revisions } from './contentful/content-source.ts';

/** An editor's change, as far as the webhook says. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete' | 'archive';
  /** The id of the entry or asset. */
  id: string;
  /** True when the revisions tell of it: other entries and assets only appear inside these. */
  hasRevision: boolean;
  revision: number | null;
}

/**
 * The service's delivery network lags behind its own notices, mostly less than 20 s: it is read at
 * once, and then after about 2, 5, 10 and 20 s.
 */
export const PROPAGATION_DELAYS_MS = [2000, 3000, 5000, 10_000];

interface FollowerDeps {
  /** Reads the service, in a read that begins after this. */
  refresh: () => Promise<unknown>;
  getRevisions: () => Revisions;
  delaysMs: readonly number[];
  signal: AbortSignal;
}

/**
 * Creates the function that reads the service after an editor's change, and again until it shows
 * the change, as its delivery network may lag behind. The function resolves after the first read.
 */
export function createChangeFollower({ refresh, getRevisions, delaysMs, signal }: FollowerDeps) {
  /** @param change undefined when the notice does not say what changed */
  return async function follow(change: ContentChange | undefined, round = 0): Promise<void> {
    if (signal.aborted) return;
    await refresh();
    const delayMs = hasPropagated(change, getRevisions()) ? undefined : delaysMs[round];
    const again = () => follow(change, round + 1);
    if (delayMs !== undefined && !signal.aborted) setTimeout(logErrors(again), delayMs).unref();
  };
}

/** Tells whether the service has shown a change; false when nobody can tell, as of pictures. */
function hasPropagated(change: ContentChange | undefined, revisions: Revisions): boolean {
  if (!change?.hasRevision) return false;
  const { id, kind, revision } = change;
  if (kind !== 'publish') return !(id in revisions);
  return revision !== null && (revisions[id] ?? -1) >= revision;
}
