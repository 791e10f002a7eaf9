import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded, withTimeout } from '../ops/timers.ts';
import { type Blog, blogOf, type Known, type News } from './blog.ts';
import { bodyOf } from './body.ts';
import { createCalls, PRIORITY } from './calls.ts';
import type { BlogSource } from './contentful/source.ts';
import { NO_COPY, openLastCopy } from './last-copy.ts';
import type { Listed } from './listing.ts';
import { createPostFetcher } from './post-fetcher.ts';

/** What an editor did, as far as the webhook says. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete' | 'archive';
  /** Of the entry or asset. */
  id: string;
  /** Whether it is an entry of the blog's content type; anything else only appears inside posts. */
  isPost: boolean;
  revision: number | null;
}

export interface RenewalParts {
  source: BlogSource;
  ttlSeconds: number;
  /** Calls that the service takes in any second. */
  callsPerSecond: number;
  /** Null for a blog that has no last copy. */
  database: Database | null;
  /** Whether other replicas use the database too. */
  isShared?: boolean;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Milliseconds since 1970: a post is not shown before its date. */
  wallClock?: () => number;
  /** A random number from 0 up to 1. */
  random?: () => number;
  /** Pauses between calls after an editor's change, in milliseconds; one test has none. */
  pausesMs?: readonly number[];
}

/**
 * The service's delivery network lags behind its own notices, mostly less than 20 s: it is asked at
 * once, and then after about 2, 5, 10 and 20 s.
 */
const PAUSES_MS = [2000, 3000, 5000, 10_000];
/** How often it is looked what other replicas know. */
const LOOK_MS = 1000;
/** How long a stop waits for an answer that is under way. */
const LAST_ANSWER_MS = 500;
/** An editor's notice is answered when so many changed posts have been fetched. */
const POSTS_OF_A_NOTICE = 50;

export type Renewal = ReturnType<typeof createRenewal>;

/**
 * Holds what is known of the posts, and is the one thing that makes what is known next: every
 * `ttlSeconds` (a tenth more or less), after an editor's change, at the end of a pause after failures,
 * when the date of a post has come, and when somebody waits for a post.
 */
export function createRenewal(parts: RenewalParts) {
  const { source, ttlSeconds, callsPerSecond, database, isShared = false, log, metrics } = parts;
  const { now = () => performance.now(), wallClock = Date.now, random = Math.random } = parts;
  const { pausesMs = PAUSES_MS } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const calls = createCalls({
    log,
    metrics,
    now,
    random,
    callsPerSecond,
    onFailure: renewAfter,
  });
  const { bring, fetchList } = createPostFetcher({
    source,
    calls,
    blog: () => current,
    learn,
    renewedAnew,
    renewals: () => renewals,
    isStopped: () => signal.aborted,
  });
  const copy = database
    ? openLastCopy({ database, source, log, current: () => current, take: takeStored })
    : NO_COPY;
  let current = blogOf(null, new Map(), new Map(), wallClock());
  /** When this process last read what the service lists, or another replica did; or the start. */
  let renewedAt = now();
  let renewals = 0;
  let running: Promise<boolean> | undefined;
  let following: Promise<boolean> | undefined;
  let restoring: Promise<void> | undefined;
  let isRestored = database === null;
  let retryTimer: NodeJS.Timeout | undefined;
  /** Ids of posts that were shown since the last renewal. */
  let visited = new Set<string>();
  /** Entries that are left out, with their faults: each is logged once. */
  const reported = new Set<string>();

  /** What is known now. */
  function blog(): Blog {
    if (source.fixed && current.entries === null) takeFixed();
    const { nextDue } = current.listing;
    if (Number.isFinite(nextDue) && wallClock() >= nextDue) publish(current.after({}, wallClock()));
    return current;
  }

  function learn(news: News): void {
    publish(blog().after(news, wallClock()));
  }

  function publish(next: Blog): void {
    const isListedOtherwise = next.listing !== current.listing;
    current = next;
    if (isListedOtherwise) reportLeftOut();
    if (!signal.aborted) void copy.save();
  }

  function reportLeftOut(): void {
    const { leftOut } = current.listing;
    metrics.contentLeftOut.set(leftOut.length);
    for (const { id, fault } of leftOut) {
      const said = reported.has(`${id} ${fault}`);
      if (!said) log.warn({ entry: id, reason: fault }, 'a blog post cannot be shown');
      reported.add(`${id} ${fault}`);
    }
  }

  /** Posts that never change are read when they are first asked for: the first page may need none. */
  function takeFixed(): void {
    const { entries, posts } = source.fixed?.() ?? { entries: [], posts: [] };
    const bodies = new Map(posts.map((post) => [post.post.id, bodyOf(post)]));
    publish(blogOf(entries, bodies, new Map(), wallClock()));
  }

  function takeStored(stored: Known): void {
    if (stored.askedAt > current.askedAt)
      renewedAt = now() - Math.max(0, wallClock() - stored.askedAt);
    learn({ ...stored, bodies: stored.bodies.values() });
  }

  /** Resolves when the last copy was read, or could not be. */
  function restored(): Promise<void> {
    restoring ??= copy.read().finally(() => {
      isRestored = true;
      // Written by a clock that was ahead, it seems newer than what the service has said since.
      if (!signal.aborted && current.askedAt > wallClock()) void renewedAnew();
    });
    return restoring;
  }

  /** Asks what the service lists. @returns false without a usable answer */
  async function renew(isUrgent: boolean): Promise<boolean> {
    if (current.entries === null) void fetchList(0, { priority: PRIORITY.ofNotice, isUrgent });
    const askedAt = Math.max(wallClock(), current.askedAt + 1);
    const outcome = await calls.make({
      name: 'catalogue',
      about: '',
      priority: PRIORITY.ofNotice,
      ask: () => source.catalogue(),
      isNeeded: () => !signal.aborted,
      isUrgent,
    });
    if (typeof outcome === 'string') return false;
    renewals += 1;
    renewedAt = now();
    learn({ entries: outcome.answer, askedAt });
    return true;
  }

  function begin(isUrgent: boolean): Promise<boolean> {
    running = renew(isUrgent).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** The renewal that is under way, or one that begins now. */
  function renewed(): Promise<boolean> {
    if (running) return running;
    return calls.isResting() ? Promise.resolve(false) : begin(false);
  }

  /** One that begins from now on: who asks while one is under way shares the next. */
  function renewedAnew(): Promise<boolean> {
    if (!running) return begin(true);
    following ??= running.then((hasSucceeded) => {
      following = undefined;
      return hasSucceeded && renewedAnew();
    });
    return following;
  }

  async function renewByClock(): Promise<void> {
    if (signal.aborted || !(await renewed())) return;
    const anew = visited;
    visited = new Set();
    await readAhead(anew);
  }

  /** Does something again and again until the stop, each time a pause after its end. */
  function repeat(pauseMs: () => number, work: () => Promise<void>): void {
    const again = () => signal.aborted || work().finally(() => repeat(pauseMs, work));
    setTimeout(guarded(again), pauseMs()).unref();
  }

  /** Notices the end of an outage without a visitor's request. */
  function renewAfter(pauseMs: number): void {
    clearTimeout(retryTimer);
    const again = () => {
      if (!signal.aborted) return calls.isResting() ? renewAfter(pauseMs) : renewByClock();
    };
    retryTimer = setTimeout(guarded(again), pauseMs + 1).unref();
  }

  /**
   * Fetches in the background what is outdated, newest first.
   * @param anew ids of posts that are fetched all the same: a picture or an entry that they show may
   * have changed, which gives them no new revision
   */
  async function readAhead(anew: ReadonlySet<string> = new Set()): Promise<void> {
    await restored();
    const entries = new Set([...current.outdated(), ...entriesOf(anew)]);
    await bring([...entries], { priority: PRIORITY.ofBackground, anew });
  }

  const entriesOf = (ids: Iterable<string>): Listed[] =>
    [...ids].flatMap((id) => current.listing.candidates.get(id) ?? []);

  /**
   * After an editor's change: asks the service at once, and again until it shows the change, as its
   * delivery network may lag behind.
   * @param change undefined when the notice does not say what changed
   * @returns when it was asked for the first time
   */
  async function follow(change: ContentChange | undefined, round: number): Promise<void> {
    if (await renewedAnew()) {
      const anew = new Set(affectedBy(change));
      const entries = new Set([...entriesOf(anew), ...current.outdated()]);
      const first = [...entries].slice(0, POSTS_OF_A_NOTICE);
      await bring(first, { priority: PRIORITY.ofNotice, anew, isUrgent: true });
      for (const { id } of first) anew.delete(id);
      void readAhead(anew);
    }
    const pauseMs = isShown(change) ? undefined : pausesMs[round];
    const again = () => signal.aborted || follow(change, round + 1);
    if (pauseMs !== undefined && !signal.aborted) setTimeout(guarded(again), pauseMs).unref();
  }

  /** Ids of posts that are the changed entry or asset, or show it; by default the newest ones. */
  function affectedBy(change: ContentChange | undefined): string[] {
    if (change) return [change.id, ...current.linkingTo(change.id)];
    return current.list(1)?.entries.map(({ id }) => id) ?? [];
  }

  /** Whether the service has answered with a change; false when nobody can tell, as of pictures. */
  function isShown(change: ContentChange | undefined): boolean {
    if (!change?.isPost) return false;
    const { id, kind, revision } = change;
    if (kind !== 'publish') return !current.listing.present.has(id);
    if (revision === null) return false;
    const entry = current.entries?.find((each) => each.id === id);
    const body = current.bodies.get(id);
    const isListed = (entry?.revision ?? -1) >= revision;
    return isListed && (entry?.fault !== null || (body?.revision ?? -1) >= revision);
  }

  return {
    blog,
    calls,
    start(): void {
      if (source.fixed) return;
      metrics.collectors.contentAge = () =>
        metrics.contentAge.set(Math.max(0, now() - renewedAt) / 1000);
      // Replicas that were started together do not ask together.
      repeat(() => Math.max(1, ttlSeconds) * 1000 * (0.9 + 0.2 * random()), renewByClock);
      if (isShared) repeat(() => LOOK_MS, copy.look);
      void renewByClock();
    },
    /** Resolves to whether it is known which posts there are, from the service or the last copy. */
    async isKnown(): Promise<boolean> {
      const isKnown = () => blog().entries !== null;
      if (isKnown()) return true;
      const ways = [renewed(), restored()];
      await Promise.race(ways);
      if (!isKnown()) await Promise.all(ways);
      return isKnown();
    },
    /** Set while a start lasts: more may be known soon. */
    starting(): Promise<unknown> | undefined {
      if (source.fixed) return undefined;
      if (!isRestored) return restored();
      return renewals === 0 ? running : undefined;
    },
    /** Fetches posts that somebody waits for. @returns false when they cannot be had */
    bring: (entries: readonly Listed[]) => bring(entries, { priority: PRIORITY.ofVisitor }),
    /** A post was shown: it is fetched again at the next renewal. */
    visit: (id: string): void => void visited.add(id),
    renewByClock,
    /** Takes in what other replicas know. */
    look: copy.look,
    async follow(change: ContentChange | undefined): Promise<void> {
      if (!source.fixed) await follow(change, 0);
    },
    async stop(): Promise<void> {
      blog(); // what has become due since the last look was seen at its address
      stopping.abort();
      clearTimeout(retryTimer);
      // What the service is just answering is learned too.
      await withTimeout(running, LAST_ANSWER_MS);
      await copy.save();
    },
  };
}
