import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { ContentSource, RejectedEntry } from './contentful/content-source.ts';
import { toPageRecords } from './page-record.ts';
import { toPostRecord } from './post-record.ts';
import {
  buildSnapshot,
  type FetchedContent,
  NO_CONTENT,
  type Snapshot,
  slugHistoriesOf,
} from './snapshot.ts';
import {
  NULL_SNAPSHOT_STORE,
  openSnapshotStore,
  type SnapshotStore,
  type StoredContent,
} from './snapshot-store.ts';

interface CurrentSnapshotDeps {
  source: ContentSource;
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
  readonly store: SnapshotStore;
  readonly #deps: CurrentSnapshotDeps;
  readonly #reported = new Set<string>();
  #snapshot: Snapshot;
  #version = 0;
  /**
   * The time at which the service or another replica last confirmed the snapshot; at first the
   * start.
   */
  #confirmedAt: number;

  constructor(deps: CurrentSnapshotDeps) {
    this.#deps = deps;
    const { database, source, log, now, wallClock } = deps;
    this.#snapshot = buildSnapshot(NO_CONTENT, wallClock());
    this.#confirmedAt = now();
    this.store = database
      ? openSnapshotStore({
          database,
          sourceId: source.id,
          log,
          getSnapshot: () => this.get(),
          take: (stored) => this.#take(stored),
        })
      : NULL_SNAPSHOT_STORE;
  }

  /** Returns the current content, with what is due. */
  get(): Snapshot {
    this.publishDue();
    return this.#snapshot;
  }

  /**
   * Publishes and saves the posts whose date has come, and static posts at their first use: they
   * are parsed late because the first page may need none.
   */
  publishDue(): void {
    const { source, wallClock } = this.#deps;
    const { content } = this.#snapshot;
    if (source.staticPosts && !this.isLoaded) {
      const { posts, pages, rejected, revisions } = source.staticPosts();
      this.publish({
        ...NO_CONTENT,
        posts: posts.map((post) => toPostRecord(post)),
        pages: toPageRecords(pages),
        rejected,
        revisions,
        readAt: 1,
      });
    } else if (wallClock() >= this.#snapshot.nextPublishAt) this.publish(content);
  }

  /** Returns a number that is another one for each snapshot. */
  getVersion(): number {
    this.publishDue();
    return this.#version;
  }

  /** The result of the last read, whatever has become due since. */
  get content(): FetchedContent {
    return this.#snapshot.content;
  }

  /** True once all posts have been read, from the service or from the last copy. */
  get isLoaded(): boolean {
    return this.content.readAt > 0;
  }

  /** Milliseconds since the snapshot was confirmed. */
  get ageMs(): number {
    return this.#deps.now() - this.#confirmedAt;
  }

  /** Notes that the service has just confirmed the snapshot. */
  confirm(): void {
    this.#confirmedAt = this.#deps.now();
  }

  publish(content: FetchedContent): void {
    const { wallClock, signal } = this.#deps;
    const current = this.#snapshot;
    if (content.readAt >= current.content.readAt)
      this.#set(buildSnapshot(content, wallClock(), current));
    else {
      // Another replica has read later: this read adds what was published in between.
      const histories = slugHistoriesOf(buildSnapshot(content, wallClock()));
      this.#set(buildSnapshot(current.content, wallClock(), current, histories));
    }
    if (!signal.aborted) void this.store.save();
  }

  #take({ content, histories }: StoredContent): void {
    const { now, wallClock } = this.#deps;
    const current = this.get();
    const isLater = content !== null && content.readAt > current.content.readAt;
    if (isLater) this.#confirmedAt = now() - Math.max(0, wallClock() - content.readAt);
    this.#set(buildSnapshot(isLater ? content : current.content, wallClock(), current, histories));
  }

  #set(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.#version += 1;
    this.#deps.metrics.contentLeftOut.set(snapshot.rejected.length);
    for (const entry of snapshot.rejected) this.#report(entry);
  }

  #report({ id, issue }: RejectedEntry): void {
    const line = `${id} ${issue}`;
    if (this.#reported.has(line)) return;
    this.#reported.add(line);
    this.#deps.log.warn({ entry: id, reason: issue }, 'an entry cannot be shown');
  }
}
