import { guarded } from '../ops/timers.ts';
import type { Lists } from './lists.ts';
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

/** Gets the slugs of posts that changed, the number of list pages, and other addresses that show them. */
export type Listener = (
  slugs: ReadonlySet<string>,
  listPages: number,
  others: readonly string[],
) => Promise<void>;

/** The service's delivery network lags behind its own notices, mostly less than 20 s. */
const PAUSES_MS = [2000, 3000, 5000, 10_000, 20_000, 40_000, 40_000];

/** After so many pauses, 20 s, a change is taken for shown if nobody can tell. */
const BLIND_PAUSES = 4;

/** How often it is looked whether the date of a post has come. */
const LOOK_MS = 1000;

/** How many posts are fetched at once because a picture or entry in them changed. */
const POSTS_RENEWED_AT_ONCE = 50;

interface ChangesParts {
  posts: Posts;
  lists: Lists;
  listeners: readonly Listener[];
  /** Between one question and the next, in milliseconds. */
  pausesMs: readonly number[] | undefined;
  /** Stops what goes on in the background. */
  signal: AbortSignal;
}

/**
 * Tells the listeners what has changed. An editor's change is followed until the service shows
 * it, which is asked at once, then after about 2, 5, 10 and 20 s, and if it could be told, 40, 80 and
 * 120 s. When the date of a post has come, each replica tells its own.
 */
export function createChanges(parts: ChangesParts) {
  const { posts, lists, listeners, pausesMs = PAUSES_MS, signal } = parts;
  const { catalogue, cache, tags, wallClock } = posts;
  let waiting: { change: Change; round: number }[] = [];
  let following: Promise<void> = Promise.resolve();

  /** What a change is compared with. */
  const now = () => ({ pages: lists.count(), tags: tags.pages() });

  async function tell(slugs: ReadonlySet<string>, before: ReturnType<typeof now>): Promise<void> {
    const pages = Math.max(before.pages, lists.count());
    const others = changedPaths(slugs, before.tags, tags.pages());
    await Promise.all(listeners.map((listener) => listener(slugs, pages, others)));
  }

  /** Resolves after the service was asked: changes that arrive meanwhile share the next question. */
  function add(change: Change, round = 0): Promise<void> {
    waiting.push({ change, round });
    if (waiting.length === 1)
      following = following
        .catch(() => {}) // or nothing would be followed any more
        .then(() => {
          const batch = waiting;
          waiting = [];
          return follow(batch);
        });
    return following;
  }

  async function follow(batch: typeof waiting): Promise<void> {
    const before = now();
    const slugs = await ask(batch);
    for (const { change, round } of batch) {
      const isSeen = seen(change) ?? round >= BLIND_PAUSES;
      const pauseMs = isSeen ? undefined : pausesMs[round];
      const again = () => signal.aborted || add(change, round + 1);
      if (pauseMs !== undefined) setTimeout(guarded(again), pauseMs).unref();
      if (pauseMs === undefined || round === 0)
        for (const slug of affected(change)) slugs.add(slug);
    }
    if (slugs.size > 0 || batch.some(({ round }) => round === 0)) await tell(slugs, before);
  }

  /** Slugs of posts that are the changed entry or asset, or show it. */
  function affected(change: Change): string[] {
    if (!change) return [];
    const slug = catalogue.entry(change.id)?.slug;
    return [...(slug ? [slug] : []), ...cache.linkingTo(change.id)];
  }

  /** @returns the slugs of posts that changed */
  async function ask(batch: typeof waiting): Promise<Set<string>> {
    cache.expire();
    if (!(await posts.fetchCatalogue(true))) return new Set();
    await lists.fill(1, { urgent: true });
    const slugs = new Set(batch.flatMap(({ change }) => affected(change)));
    const old = [...slugs].flatMap((slug) => {
      const found = catalogue.find(slug);
      const isOld = !Number.isFinite(cache.checkedAt(slug));
      return found.state === 'listed' && isOld ? found.entry : [];
    });
    await Promise.all(
      old.slice(0, POSTS_RENEWED_AT_ONCE).map((entry) => posts.fetchPost(entry, { urgent: true })),
    );
    return posts.takeTouched();
  }

  /** Whether the service has answered with a change; null when nobody can tell, as of pictures. */
  function seen(change: Change): boolean | null {
    if (!change?.isPost) return null;
    const entry = catalogue.entry(change.id);
    if (change.kind !== 'publish') return entry === undefined;
    if (change.revision === null) return null;
    if ((entry?.revision ?? -1) < change.revision) return false;
    const cached = cache.get(entry?.slug ?? '');
    return cached?.post.id !== change.id || (cached.revision ?? 0) >= change.revision;
  }

  function watchDue(): void {
    let lookedAt = wallClock();
    let then = now();
    const look = async () => {
      const [after, since] = [lookedAt, then];
      lookedAt = wallClock();
      then = now();
      await Promise.all(
        catalogue.dueBetween(after, lookedAt).map(async ({ slug }) => {
          await lists.fill(1);
          await tell(new Set([slug]), since);
        }),
      );
    };
    const looking = setInterval(guarded(look), LOOK_MS).unref();
    signal.addEventListener('abort', () => clearInterval(looking));
  }

  return { add, watchDue };
}
