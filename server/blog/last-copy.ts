import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import {
  type Dialect,
  listed,
  type Row,
  type Schema,
  type Statement,
  sql,
} from '../database/engine.ts';
import { guarded } from '../ops/timers.ts';
import type { Sighting } from './catalogue.ts';
import type { BlogSource, CatalogueEntry, FetchedPost } from './contentful/source.ts';
import { findPosts, SEARCH_STEPS } from './full-text.ts';

/** Raised when the stored format changes: older copies are then ignored. */
const FORMAT = 3;
/** How many posts a start reads at once; others are read when somebody asks for them. */
const POSTS_AT_START = 100;
/** Changes that come together are told together. */
const TELL_AFTER_MS = 100;

export const blogSchema = ({ fullText }: Dialect): Schema => ({
  table: 'blog_copy',
  create: [
    `CREATE TABLE blog_copy (
       source TEXT NOT NULL,
       kind TEXT NOT NULL,
       key TEXT NOT NULL,
       value TEXT NOT NULL,
       at BIGINT NOT NULL,
       PRIMARY KEY (source, kind, key)
     )`,
    ...SEARCH_STEPS[fullText],
  ],
});

/** `former` (who was last seen there) and `post` by slug; there is one `catalogue`. */
type Kind = 'catalogue' | 'former' | 'post';

/** What was copied, by whichever replica. */
export interface Copied {
  entries: CatalogueEntry[] | null;
  /** Milliseconds since 1970. */
  askedAt: number;
  /** Oldest first. */
  former: Sighting[];
  posts: FetchedPost[];
}

export const NOTHING: Copied = { entries: null, askedAt: 0, former: [], posts: [] };

export interface LastCopyParts {
  /** Null for a blog that has no copy. */
  database: Database | null;
  /** Copies of another one are ignored. */
  source: Pick<BlogSource, 'id'>;
  log: Logger;
  /** Tells other replicas which posts changed. */
  announce?: ((slugs: string[]) => Promise<void>) | undefined;
}

/**
 * The last good content, for a restart during an outage and for other replicas. A failing database
 * only costs one log line: nothing here but a search rejects.
 */
export function openLastCopy(parts: LastCopyParts) {
  const { database, source, log, announce } = parts;
  const origin = `${FORMAT} ${source.id}`;
  let failing = false;
  let isStopped = database === null;
  let waiting: Statement[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let untold = new Set<string>();

  async function attempt(what: 'read' | 'write', statements: Statement[]): Promise<Row[][]> {
    if (!database) return [];
    try {
      if (what === 'read') return await Promise.all(statements.map(database.run));
      const rows = await database.transaction(statements);
      failing = false;
      return rows;
    } catch (error) {
      // Once, until something can be written again.
      if (!failing) log.warn({ err: error }, 'the copy of the blog in the database cannot be used');
      failing = true;
      return [];
    }
  }

  /** Resolves when everything so far has been written, or could not be. */
  const written = async () => void (await writing);

  async function tellOthers(): Promise<void> {
    const slugs = [...untold];
    untold = new Set();
    await written();
    if (slugs.length > 0) await announce?.(slugs);
  }

  /** In the background; null removes. What is newer stays. @param at milliseconds since 1970 */
  function write(kind: Kind, key: string, value: unknown, at: number = Date.now()): void {
    if (isStopped) return;
    waiting.push(
      value === null
        ? sql`DELETE FROM blog_copy WHERE source = ${origin} AND kind = ${kind} AND key = ${key}`
        : sql`INSERT INTO blog_copy (source, kind, key, value, at)
            VALUES (${origin}, ${kind}, ${key}, ${JSON.stringify(value)}, ${at}) ${UNLESS_NEWER}`,
    );
    if (waiting.length > 1) return;
    writing = writing.then(() => {
      const statements = waiting.toSorted(byKey);
      waiting = [];
      return attempt('write', statements);
    });
  }

  return {
    written,
    write,
    /** The posts of these slugs, by default those copied last, with the catalogue unless `postsOnly`. */
    async read(slugs?: readonly string[], postsOnly = false): Promise<Copied> {
      if (isStopped) return NOTHING;
      const rows = sql`SELECT kind, key, value, at FROM blog_copy WHERE source = ${origin}`;
      const others = sql`${rows} AND kind <> 'post' ORDER BY at`;
      const posts = slugs
        ? sql`${rows} AND kind = 'post' AND key IN (${listed(slugs)})`
        : sql`${rows} AND kind = 'post' ORDER BY at DESC LIMIT ${POSTS_AT_START}`;
      const reading = attempt('read', postsOnly ? [posts] : [others, posts]);
      // Or a start could read what it has just written in the place of what was there before.
      writing = Promise.all([writing, reading]);
      return copiedOf((await reading).flat());
    },
    /** @throws when the database does not answer */
    async search(words: string[]): Promise<FetchedPost[]> {
      if (!database) return [];
      const rows = await database.run(findPosts(database.dialect, origin, words));
      return rows.map(({ value }) => JSON.parse(String(value)));
    },
    /** Has other replicas read a post anew, once its copy is written. */
    tell(slug: string): void {
      if (isStopped) return;
      if (untold.size === 0) setTimeout(guarded(tellOthers), TELL_AFTER_MS).unref();
      untold.add(slug);
    },
    /** Resolves like `written`, when the others are told; nothing more is read or written. */
    async stop(): Promise<void> {
      isStopped = true;
      await tellOthers();
    },
  };
}

/**
 * Replicas that write the same rows in one transaction each, in different orders, would wait for each
 * other until PostgreSQL ends one of them. What is written of one row stays in its order.
 */
const byKey = ([, , ...one]: Statement, [, , ...other]: Statement) => {
  const [a, b] = [one, other].map(([kind, key]) => `${kind} ${key}`) as [string, string];
  return a < b ? -1 : Number(a > b);
};

// What one replica read earlier and writes later replaces nothing newer. They fetch the same posts:
// one that is there already costs PostgreSQL no new row.
const UNLESS_NEWER = sql`ON CONFLICT (source, kind, key)
  DO UPDATE SET value = excluded.value, at = excluded.at
  WHERE blog_copy.at <= excluded.at AND (blog_copy.value <> excluded.value OR excluded.kind <> 'post')`;

function copiedOf(rows: Row[]): Copied {
  const copied: Copied = { ...NOTHING, former: [], posts: [] };
  for (const { kind, key, value, at } of rows) {
    const content = JSON.parse(String(value));
    if (kind === 'catalogue') Object.assign(copied, { entries: content, askedAt: Number(at) });
    if (kind === 'former') copied.former.push([String(key), content, Number(at)]);
    if (kind === 'post') copied.posts.push(content);
  }
  return copied;
}
