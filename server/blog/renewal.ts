import type { Logger } from 'pino';
import { BLOG_PAGE_SIZE } from '../../shared/site/constants.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../ops/metrics.ts';
import { guarded, withTimeout } from '../ops/timers.ts';
import { type Blog, blogOf, type Known, type Listed, type News } from './blog.ts';
import { type Body, bodyOf } from './body.ts';
import { createCalls, type Outcome, PRIORITY } from './calls.ts';
import type { BlogSource, FetchedPost } from './contentful/source.ts';
import { NO_COPY, openLastCopy } from './last-copy.ts';

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

/** For whom posts are fetched, and how. */
interface Errand {
  priority: number;
  /** Posts that are fetched although their revision has come. */
  anew?: ReadonlySet<string>;
  /** For an editor's change: made during a pause too, and not shared with calls of before it. */
  isUrgent?: boolean;
}

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
  /** Keys of posts that the service listed and did not have. */
  const notHad = new Set<string>();
  /** Positions from which the service would not list: next time each post is asked for by its slug. */
  const refused = new Set<number>();
  /** By position of its list page, the id of a post that is being fetched by its slug. */
  const awaited = new Map<number, string>();
  /** Entries that are left out, with their faults: each is logged once. */
  const reported = new Set<string>();

  /** What is known now. */
  function blog(): Blog {
    if (source.fixed && current.entries === null) takeFixed();
    const { nextDue } = current.listing;
    if (Number.isFinite(nextDue) && wallClock() >= nextDue) publish(current.after({}, wallClock()));
    return current;
  }

  const learn = (news: News): void => publish(blog().after(news, wallClock()));

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
      if (!said) log.warn({ entry: id, reason: fault }, 'an entry of the blog is not shown');
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
   * Fetches posts: with a list call where neighbours are wanted, else each by its slug.
   * @returns false when the service gave no usable answer
   */
  async function bring(entries: readonly Listed[], errand: Errand): Promise<boolean> {
    const near = Map.groupBy(entries, ({ position }) => position - (position % BLOG_PAGE_SIZE));
    const came = [...near].map(([position, some]) => bringNear(position, some, errand));
    return (await Promise.all(came)).every(Boolean);
  }

  async function bringNear(
    position: number,
    entries: readonly Listed[],
    errand: Errand,
  ): Promise<boolean> {
    let left = entries;
    // The second post of a list page that is waited for makes it one call for all of that page.
    const other = awaited.get(position);
    const areMany = entries.length > 1 || (other !== undefined && other !== entries[0]?.id);
    if (areMany && !refused.delete(position)) {
      const outcome = await fetchList(position, errand, entries);
      if (outcome === 'refused') refused.add(position);
      if (outcome === 'refused' || outcome === 'failed') return false;
      const ids = outcome === 'skipped' ? new Set() : new Set(outcome.answer.map(({ id }) => id));
      left = entries.filter(({ id }) => !ids.has(id));
    }
    if (left[0]) awaited.set(position, left[0].id);
    const came = await Promise.all(left.map((entry) => fetchPost(entry, errand)));
    awaited.delete(position);
    return came.every(Boolean);
  }

  /** @param entries what it is asked for; by default whatever it has */
  async function fetchList(
    position: number,
    errand: Errand,
    entries?: readonly Listed[],
  ): Promise<Outcome<Body[]>> {
    const { priority, isUrgent } = errand;
    const outcome = await calls.make({
      name: 'list',
      about: `${position}${sinceOf(errand)}`,
      priority,
      ask: async () => (await source.list(position, BLOG_PAGE_SIZE)).map(bodyOf),
      isNeeded: () => !signal.aborted && (!entries || entries.some(isWanted(errand))),
      isUrgent,
    });
    if (typeof outcome !== 'string') learn({ bodies: outcome.answer });
    return outcome;
  }

  async function fetchPost(entry: Listed, errand: Errand): Promise<boolean> {
    const { id, slug, slugAsWritten = slug, isSecond } = entry;
    const { priority, isUrgent } = errand;
    const outcome = await calls.make({
      name: 'post',
      about: `${slug} ${id}${sinceOf(errand)}`,
      priority,
      async ask() {
        let fetched: FetchedPost | null = null;
        if (!isSecond) fetched = await source.post(slugAsWritten);
        // Another with this slug may come first, ahead of its date.
        if (fetched ? fetched.post.id !== id : isSecond)
          fetched = await source.post(slugAsWritten, id);
        return fetched && bodyOf(fetched);
      },
      isNeeded: () => !signal.aborted && isWanted(errand)(entry),
      isUrgent,
    });
    if (typeof outcome === 'string') return outcome === 'skipped';
    if (outcome.answer === null) return lookAgain(entry);
    learn({ bodies: [outcome.answer] });
    return true;
  }

  /** An answer that was under way at an editor's change is not taken for the new state. */
  const sinceOf = ({ isUrgent }: Errand) => (isUrgent ? ` since ${renewals}` : '');

  const isWanted =
    ({ anew }: Errand) =>
    (entry: Listed) =>
      anew?.has(entry.id) || current.isOutdated(entry);

  /**
   * The service lacks a post that it listed: only its list tells whether that has moved or gone.
   * @returns false when it cannot be asked
   */
  async function lookAgain({ id, key }: Listed): Promise<boolean> {
    if (!notHad.has(key) && !(await renewedAnew())) return false;
    if (current.listing.candidates.get(id)?.key !== key) return true;
    notHad.add(key);
    learn({ lacking: id });
    return true;
  }

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
