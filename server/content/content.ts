import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { logErrors, withTimeout } from '../ops/async.ts';
import type { LiveVersion } from '../ops/live-version.ts';
import type { Metrics } from '../ops/metrics.ts';
import { type Backoff, createBackoff } from './backoff.ts';
import { entryIssues } from './content-issues.ts';
import { CurrentSnapshot } from './current-snapshot.ts';
import { EarlyPosts } from './early-posts.ts';
import { type ContentChange, PROPAGATION_DELAYS_MS, whenPropagated } from './follow-change.ts';
import {
  type Address,
  find,
  isPossible,
  type Lookup,
  MISSING,
  type SettledLookup,
  type SiteAddresses,
  typeOf,
} from './lookup.ts';
import { RefreshLoop } from './refresh-loop.ts';
import type { Snapshot } from './snapshot.ts';
import type { ContentIssue, ContentSource } from './source.ts';

export interface ContentDeps {
  source: ContentSource;
  ttlSeconds: number;
  /** The database of the last copy; null when there is none. */
  database: Database | null;
  /** True when other replicas use the database too. */
  isShared?: boolean;
  log: Logger;
  metrics: Pick<Metrics, 'contentAge' | 'contentLeftOut' | 'collectors'>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
  /** A random number from 0 up to 1. */
  random?: () => number;
  /** The addresses against which links are checked. */
  site?: SiteAddresses;
  /** Pauses between the looks for an editor's change, in milliseconds; one test has none. */
  propagationDelaysMs?: readonly number[];
}

/** The interval at which the store is polled for the changes of other replicas. */
const POLL_MS = 1000;
/** The time that a stop gives a response in flight. */
const LAST_RESPONSE_MS = 500;
/** The longest wait of a visitor during a known outage. */
const OUTAGE_WAIT_MS = 250;
/** The longest wait for a silent service, and for the whole queue of a healthy one. */
export const VISITOR_TIMEOUT_MS = 5000;
const MAX_WAIT_MS = 30_000;

/**
 * The content as one snapshot, and when the next is made: every `ttlSeconds` (a tenth more or less),
 * after an editor's change, at the end of a pause after failures, and when the date of a post has
 * come. Visitors wait only before the first. Nothing here rejects.
 */
export class Content {
  readonly #deps: Required<ContentDeps>;
  readonly #current: CurrentSnapshot;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  readonly #early: EarlyPosts;
  readonly #loop: RefreshLoop;

  constructor(deps: ContentDeps) {
    this.#deps = {
      isShared: false,
      now: () => performance.now(),
      wallClock: Date.now,
      random: Math.random,
      propagationDelaysMs: PROPAGATION_DELAYS_MS,
      site: { siteUrl: '', redirects: new Map() },
      ...deps,
    };
    const { signal } = this.#stopping;
    const backoff = createBackoff(this.#deps);
    const current = new CurrentSnapshot({ ...this.#deps, signal });
    const mayCall = () => backoff.pauseMs() === 0 && !signal.aborted;
    const early = new EarlyPosts({ ...this.#deps, mayCall });
    const loopDeps = { ...this.#deps, current, backoff, signal, onNewestPosts: early.set };
    this.#backoff = backoff;
    this.#current = current;
    this.#early = early;
    this.#loop = new RefreshLoop(loopDeps);
  }

  /** The current content. A request takes it once and passes it down. */
  get snapshot(): Snapshot {
    return this.#current.get();
  }

  /** The version of the snapshot, as one object for good. */
  get version(): Readonly<LiveVersion> {
    return this.#current.version;
  }

  /** True once all posts and pages have been read, from the source or from the last copy. */
  get isLoaded(): boolean {
    const { snapshot } = this;
    return snapshot.knows('blogPost') && snapshot.knows('page');
  }

  start(): void {
    const { source, ttlSeconds, isShared, metrics, random, wallClock } = this.#deps;
    metrics.collectors.contentAge = () =>
      metrics.contentAge.set(Math.max(0, this.#current.ageMs) / 1000);
    // Replicas that were started together do not ask together.
    const refreshIntervalMs = () => Math.max(1, ttlSeconds) * 1000 * (0.9 + 0.2 * random());
    this.#repeat(refreshIntervalMs, () => this.refresh());
    if (isShared)
      this.#repeat(
        () => POLL_MS,
        () => this.pollReplicas(),
      );
    source.watch?.(() => void this.followChange(), this.#stopping.signal);
    void this.refresh();
    void this.#current.restore().then(() => {
      // Written by a clock that was ahead, it seems newer than what the source has said since.
      if (this.#current.read.readAt > wallClock()) void this.#loop.refreshAfterCurrent();
    });
  }

  async stop(): Promise<void> {
    this.#current.get(); // what has become due since the last look was seen at its address
    this.#stopping.abort();
    // What the source is just answering is taken in too.
    await withTimeout(this.#loop.pending, LAST_RESPONSE_MS);
    await this.#current.store?.save();
  }

  /** Refreshes the snapshot, once for all callers meanwhile. */
  async refresh(): Promise<void> {
    await this.#loop.refresh();
  }

  /**
   * Refreshes after an editor's change, as soon as the source shows it. Resolves after that read, or at
   * once in a pause that the source asks for, whose end is that read.
   * @param change undefined when it is not known what changed
   * @returns what of a published entry readers cannot see
   */
  async followChange(change?: ContentChange): Promise<readonly ContentIssue[]> {
    const { source, propagationDelaysMs: delaysMs, site, wallClock } = this.#deps;
    const { signal } = this.#stopping;
    if (change) await whenPropagated(change, { source, delaysMs, signal });
    const raw = await this.#loop.refreshAfterCurrent();
    if (!change || !raw) return [];
    return entryIssues(raw, change.id, this.snapshot, { site, now: wallClock() });
  }

  /** Loads what other replicas have read. */
  async pollReplicas(): Promise<void> {
    await this.#current.store?.poll();
  }

  /** Looks up an address without waiting; null while more may be known soon. */
  peek(address: Address): SettledLookup | null {
    if (!isPossible(address)) return MISSING;
    const { snapshot } = this;
    if (!snapshot.knows(typeOf(address))) return null;
    const found = find(snapshot, address);
    return found.state === 'missing' && this.pendingFirstRead() ? null : found;
  }

  /**
   * Looks up an address: the only way to wait for content.
   * @param silenceMs the time after which a silent source is given up. While it responds, a visitor
   * waits through the queue, up to 30 s; 0 waits for no queue
   */
  lookup(address: Address, silenceMs: number = VISITOR_TIMEOUT_MS): Lookup | Promise<Lookup> {
    return this.peek(address) ?? this.#wait(address, silenceMs);
  }

  async #wait(address: Address, silenceMs: number): Promise<Lookup> {
    const { source } = this.#deps;
    const work = this.#settle(address);
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += silenceMs) {
      const before = source.responseCount;
      const found = await withTimeout(work, silenceMs);
      if (found !== undefined) return found;
      if (source.responseCount === before || silenceMs < VISITOR_TIMEOUT_MS) break;
    }
    // What the last copy does not have is not there, as later in an outage.
    return this.snapshot.knows(typeOf(address)) ? MISSING : this.#unavailable();
  }

  async #settle(address: Address): Promise<Lookup> {
    const isKnown = () => this.snapshot.knows(typeOf(address));
    if (!isKnown()) {
      const loaded = this.whenLoaded();
      const early = await Promise.race([this.#early.lookup(address), loaded.then(() => null)]);
      if (early && !isKnown()) return early;
      await loaded;
    }
    if (!isKnown()) return this.#unavailable();
    const found = find(this.snapshot, address);
    const pending = found.state === 'missing' ? this.pendingFirstRead() : undefined;
    if (!pending) return found;
    await pending;
    return this.#settle(address);
  }

  #unavailable(): Lookup {
    const isSilent = this.#backoff.isSilent();
    return { state: 'unavailable', retryAfterSeconds: this.retryAfterSeconds(), isSilent };
  }

  /** Returns the seconds until the next attempt makes sense, at least 1. */
  retryAfterSeconds(): number {
    return this.#backoff.retryAfterSeconds();
  }

  /**
   * Resolves when the content is loaded, from the source or the last copy, or cannot be had now. All
   * visitors share one attempt of each.
   */
  async whenLoaded(): Promise<void> {
    if (this.isLoaded) return;
    const [refreshed, restored] = [this.refresh(), this.#current.restore()];
    const orElse = async (first: Promise<void>, second: Promise<void>) => {
      await first;
      if (!this.isLoaded) await second;
    };
    const loaded = Promise.race([orElse(refreshed, restored), orElse(restored, refreshed)]);
    // The last copy, which comes from a database, is worth waiting for.
    const mayGiveUp = this.#current.isRestored && this.#backoff.isFailing();
    await (mayGiveUp ? withTimeout(loaded, OUTAGE_WAIT_MS) : loaded);
  }

  /**
   * Returns the pending start, if there is one: more may be known soon, such as former slugs. The
   * attempts after the first one may fail for hours.
   */
  pendingFirstRead(): Promise<unknown> | undefined {
    return this.#current.isRestored ? this.#loop.first : this.#current.restore();
  }

  /** Repeats work until the stop, with a pause after the end of each. */
  #repeat(pauseMs: () => number, work: () => Promise<unknown>): void {
    const { signal } = this.#stopping;
    const again = () => signal.aborted || work().finally(() => this.#repeat(pauseMs, work));
    setTimeout(logErrors(again), pauseMs()).unref();
  }
}
