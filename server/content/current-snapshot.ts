import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { LiveVersion } from '../ops/live-version.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { RejectedEntry } from './parse/parse-content.ts';
import { type ContentRead, NO_CONTENT, Snapshot } from './snapshot.ts';
import { openSnapshotStore, type SnapshotStore, type StoredContent } from './snapshot-store.ts';
import { CONTENT_TYPES, type ContentSource } from './source.ts';

interface CurrentSnapshotDeps {
  source: Pick<ContentSource, 'id' | 'isLocal'>;
  /** The database of the last copy; null when there is none. */
  database: Database | null;
  log: Logger;
  metrics: Pick<Metrics, 'contentLeftOut'>;
  now: () => number;
  wallClock: () => number;
  /** Aborted when nothing is to be written any more but by `save`. */
  signal: AbortSignal;
}

/** The snapshot of this moment, and its copy in the database. */
export class CurrentSnapshot {
  /** Null without a database. */
  readonly store: SnapshotStore | null;
  readonly version: LiveVersion = { number: 0, changesAt: Number.POSITIVE_INFINITY };
  readonly #deps: CurrentSnapshotDeps;
  readonly #reported = new Set<string>();
  #restoring: Promise<void> | undefined;
  /** True once the last copy has been loaded, or cannot be. */
  isRestored: boolean;
  #snapshot: Snapshot;
  /**
   * The time at which the source or another replica last confirmed the snapshot; at first the
   * start.
   */
  #confirmedAt: number;

  constructor(deps: CurrentSnapshotDeps) {
    this.#deps = deps;
    const { database, source, log, now, wallClock } = deps;
    this.#snapshot = new Snapshot(NO_CONTENT, wallClock());
    this.#confirmedAt = now();
    this.isRestored = database === null;
    this.store =
      database &&
      openSnapshotStore({
        database,
        sourceId: source.id,
        isLocal: source.isLocal === true,
        log,
        getSnapshot: () => this.get(),
        take: (stored) => this.#take(stored),
      });
  }

  /** Loads the last copy, once. Resolves when that is done, or impossible. */
  async restore(): Promise<void> {
    this.#restoring ??= this.store?.poll().finally(() => {
      this.isRestored = true;
    });
    await this.#restoring;
  }

  /** Returns the current content, with what is due. */
  get(): Snapshot {
    if (this.#deps.wallClock() >= this.#snapshot.nextPublishAt) this.publish(this.read);
    return this.#snapshot;
  }

  /** The result of the last read, whatever has become due since. */
  get read(): ContentRead {
    return this.#snapshot.read;
  }

  /** Milliseconds since the snapshot was confirmed. */
  get ageMs(): number {
    return this.#deps.now() - this.#confirmedAt;
  }

  /** Notes that the source has just confirmed the snapshot. */
  confirm(): void {
    this.#confirmedAt = this.#deps.now();
    // Writes what could not be written before too.
    void this.store?.save();
  }

  publish(read: ContentRead): void {
    const { wallClock, signal } = this.#deps;
    const current = this.#snapshot;
    if (read.readAt >= current.read.readAt) this.#set(new Snapshot(read, wallClock(), current));
    else {
      // Another replica has read later: this read adds what was published in between.
      const { histories } = new Snapshot(read, wallClock());
      this.#set(new Snapshot(current.read, wallClock(), current, histories));
    }
    if (!signal.aborted) void this.store?.save();
  }

  #take({ read, histories }: StoredContent): void {
    const { now, wallClock } = this.#deps;
    const current = this.get();
    const isLater = read !== null && read.readAt > current.read.readAt;
    if (isLater) this.#confirmedAt = now() - Math.max(0, wallClock() - read.readAt);
    const [later, earlier] = isLater ? [read, current.read] : [current.read, read];
    this.#set(new Snapshot(withMissingParts(later, earlier), wallClock(), current, histories));
  }

  #set(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.version.number = snapshot.version;
    this.version.changesAt = snapshot.nextPublishAt;
    this.#deps.metrics.contentLeftOut.set(snapshot.rejected.length);
    for (const entry of snapshot.rejected) this.#report(entry);
  }

  #report({ id, issue }: RejectedEntry): void {
    const line = `${id} ${issue}`;
    if (this.#reported.has(line)) return;
    this.#reported.add(line);
    if (id === '') this.#deps.log.warn({ reason: issue }, 'a content type is not the site’s own');
    else this.#deps.log.warn({ entry: id, reason: issue }, 'an entry cannot be shown');
  }
}

/** Returns a read whose parts that were never read are those of an earlier one. */
function withMissingParts(later: ContentRead, earlier: ContentRead | null): ContentRead {
  const missing = CONTENT_TYPES.filter((type) => later.parts[type] === null);
  if (earlier === null || missing.length === 0) return later;
  const parts = Object.fromEntries(missing.map((type) => [type, earlier.parts[type]]));
  const tags = missing.includes('blogPost') ? earlier.tags : later.tags;
  return { ...later, tags, parts: { ...later.parts, ...parts } };
}
