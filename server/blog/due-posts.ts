import type { Database } from '../database/database.ts';
import { onceForAll } from '../database/leases.ts';
import { guarded } from '../ops/timers.ts';
import type { Listed } from './catalogue.ts';
import type { Listener } from './editor-changes.ts';
import type { ListPages } from './list-pages.ts';
import type { Posts } from './posts.ts';
import { changedPaths } from './tags.ts';

const LOOK_MS = 1000;
/** After which another replica tells of a post whose teller has ended meanwhile. */
const LEASE_MS = 30_000;

interface DuePostsParts {
  posts: Posts;
  lists: ListPages;
  listeners: readonly Listener[];
  /** Null where nobody else could tell. */
  database: Database | null;
  wallClock: () => number;
}

/**
 * Notices that the date of a post has come, and has one replica tell the listeners and the other
 * replicas, once for all.
 */
export function watchDuePosts({ posts, lists, listeners, database, wallClock }: DuePostsParts) {
  const { tags } = posts;
  let lookedAt = wallClock();
  let tagsBefore = tags.all();

  async function tell({ slug }: Listed, before: typeof tagsBefore): Promise<boolean> {
    await lists.fill(1);
    posts.tell(slug);
    const slugs = new Set([slug]);
    const others = changedPaths(slugs, before, tags.all());
    await Promise.all(listeners.map((listener) => listener(slugs, lists.count(), others)));
    return true;
  }

  async function look(): Promise<void> {
    const [before, tagsThen] = [lookedAt, tagsBefore];
    lookedAt = wallClock();
    tagsBefore = tags.all();
    const due = posts.catalogue.dueBetween(before, lookedAt);
    await Promise.all(
      due.map((entry) => {
        const name = `telling that ${entry.id} is due at ${entry.due}`;
        const once = { database, name, leaseMs: LEASE_MS, retryMs: LEASE_MS };
        return database
          ? onceForAll({ ...once, database }, () => tell(entry, tagsThen))
          : tell(entry, tagsThen);
      }),
    );
  }

  const looking = setInterval(guarded(look), LOOK_MS).unref();
  return { stop: () => clearInterval(looking) };
}
