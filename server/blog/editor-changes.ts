import { guarded } from '../ops/timers.ts';
import type { ListPages } from './list-pages.ts';
import type { Posts } from './posts.ts';
import { changedPaths } from './tags.ts';

/** What an editor did, as far as the webhook says. */
export interface ContentChange {
  kind: 'publish' | 'unpublish' | 'delete' | 'archive';
  /** Of the entry or asset. */
  id: string;
  /** Whether it is an entry of the blog's content type; anything else only appears inside posts. */
  isPost: boolean;
  revision: number | null;
}

/** Undefined when the notice does not say what changed. */
type Change = ContentChange | undefined;

/**
 * Called with the posts an editor's change touched, the number of list pages and the other addresses
 * that show something of it.
 */
export type Listener = (
  slugs: ReadonlySet<string>,
  listPages: number,
  others: readonly string[],
) => Promise<void>;

/** The service's delivery network lags behind its own notices, mostly less than 20 s. */
const PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 40_000, 40_000];

/** After so many pauses, 20 s, a change is taken for shown if nobody can tell. */
const BLIND_PAUSES = 4;

/** How many posts are fetched at once because a picture or entry in them changed. */
const POSTS_RENEWED_AT_ONCE = 50;

interface Pending {
  change: Change;
  round: number;
}

interface Steps {
  /** Asks the service again. @returns the slugs of posts that changed */
  ask: (changes: Change[]) => Promise<Set<string>>;
  /** Whether the service has answered with this change; null when nobody can tell. */
  seen: (change: Change) => boolean | null;
  /** Slugs of posts that may show a change. */
  affected: (change: Change) => string[];
  /** Called with the slugs of posts that changed or may show a change. */
  changed: (slugs: ReadonlySet<string>) => Promise<unknown>;
  /** Between one question and the next, in milliseconds. */
  pausesMs?: readonly number[];
}

/**
 * Follows an editor's change until the service shows it: asks at once, then after about 2, 5, 10
 * and 20 s, and if it could be told, 40, 80 and 120 s. One call at a time; changes that arrive
 * meanwhile share the next one.
 */
export function followChanges({ ask, seen, affected, changed, pausesMs = PAUSES_MS }: Steps) {
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let next: { batch: Pending[]; done: Promise<void> } | null = null;

  /** Resolves after the first call. */
  function add(change: Change, round = 0): Promise<void> {
    if (!next) {
      const batch: Pending[] = [];
      const done = running.then(() => {
        next = null;
        return follow(batch);
      });
      next = { batch, done };
      running = done.catch(() => {}); // or nothing would be followed any more
    }
    next.batch.push({ change, round });
    return next.done;
  }

  async function follow(batch: Pending[]): Promise<void> {
    const slugs = await ask(batch.map(({ change }) => change));
    for (const { change, round } of batch) {
      const isSeen = seen(change) ?? round >= BLIND_PAUSES;
      const pauseMs = isSeen ? undefined : pausesMs[round];
      if (pauseMs !== undefined && !isStopped) again(change, round + 1, pauseMs);
      if (pauseMs === undefined || round === 0)
        for (const slug of affected(change)) slugs.add(slug);
    }
    if (slugs.size > 0 || batch.some(({ round }) => round === 0)) await changed(slugs);
  }

  function again(change: Change, round: number, pauseMs: number): void {
    const timer = setTimeout(
      guarded(() => {
        timers.delete(timer);
        add(change, round).catch(() => {}); // the next round asks again
      }),
      pauseMs,
    ).unref();
    timers.add(timer);
  }

  return {
    add,
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

interface EditorChangesParts {
  posts: Posts;
  lists: ListPages;
  tagLists: Pick<ListPages, 'expire'>;
  listeners: readonly Listener[];
  pausesMs: readonly number[] | undefined;
}

/** Follows each change in the posts and the list pages, and tells the listeners what has changed. */
export function createEditorChanges(parts: EditorChangesParts) {
  const { posts, lists, tagLists, listeners, pausesMs } = parts;
  const { catalogue, cache, tags } = posts;
  let pagesBefore = 1;
  let tagsBefore = tags.all();

  /** Slugs of posts that are the changed entry or asset, or show it. */
  function affected(change: Change): string[] {
    if (!change) return [];
    const slug = catalogue.slugOf(change.id);
    return [...(slug ? [slug] : []), ...cache.linkingTo(change.id)];
  }

  async function ask(changes: Change[]): Promise<Set<string>> {
    pagesBefore = lists.count();
    tagsBefore = tags.all();
    cache.expire();
    lists.expire();
    tagLists.expire();
    if (!(await posts.fetchCatalogue(true))) return new Set();
    await lists.fill(1, { urgent: true });
    const old = [...new Set(changes.flatMap(affected))].flatMap((slug) => {
      const found = catalogue.find(slug);
      const isOld = !Number.isFinite(cache.checkedAt(slug));
      return found.state === 'listed' && isOld ? found.entry : [];
    });
    await Promise.all(
      old.slice(0, POSTS_RENEWED_AT_ONCE).map((entry) => posts.fetchPost(entry, { urgent: true })),
    );
    return posts.takeTouched();
  }

  /** Nobody can tell this of anything but a post. */
  function seen(change: Change): boolean | null {
    if (!change?.isPost) return null;
    const revision = catalogue.revisionOf(change.id);
    if (change.kind !== 'publish') return revision === undefined;
    if (change.revision === null) return null;
    if ((revision ?? -1) < change.revision) return false;
    const cached = cache.get(catalogue.slugOf(change.id) ?? '');
    return cached?.post.id !== change.id || (cached.revision ?? 0) >= change.revision;
  }

  const changed = (slugs: ReadonlySet<string>) => {
    const pages = Math.max(pagesBefore, lists.count());
    const others = changedPaths(slugs, tagsBefore, tags.all());
    return Promise.all(listeners.map((listener) => listener(slugs, pages, others)));
  };

  return followChanges({ ask, seen, affected, changed, pausesMs });
}
