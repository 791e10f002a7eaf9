import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Database, Purpose, Row, Statement } from '../database/database.ts';
import type { Dialect } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { Sighting } from './catalogue.ts';
import type { CatalogueEntry, FetchedPost } from './contentful/source.ts';
import { findPosts, SEARCH_STEPS } from './full-text.ts';

/** Raised when the stored format changes: older copies are then ignored. */
const FORMAT = 3;
/** How many posts a start reads at once; others are read when somebody asks for them. */
const POSTS_AT_START = 100;

/** Tables of the blog. */
export const blogSchema = ({ fullText }: Dialect): Schema => ({
  name: 'blog_schema',
  steps: [
    [
      `CREATE TABLE blog_copy (
         source TEXT NOT NULL,
         kind TEXT NOT NULL,
         key TEXT NOT NULL,
         value TEXT NOT NULL,
         at BIGINT NOT NULL,
         PRIMARY KEY (source, kind, key)
       )`,
    ],
    SEARCH_STEPS[fullText],
  ],
});

/** `former` (who was last seen there) and `post` by slug; there is one `catalogue`. */
type Kind = 'catalogue' | 'former' | 'post';

/** What was copied before, by whichever replica. */
export interface Copied {
  entries: CatalogueEntry[] | null;
  /** When they were asked for, in milliseconds since 1970. */
  askedAt: number;
  /** Oldest first. */
  former: Sighting[];
  posts: FetchedPost[];
}

/** The last good content in the database. Nothing here but a search rejects or throws. */
export interface LastCopy {
  /**
   * The posts of these slugs, with the catalogue unless `postsOnly`; without slugs, the posts that
   * were copied last.
   */
  read(slugs?: readonly string[], postsOnly?: boolean): Promise<Copied>;
  /**
   * In the background; null removes. What is newer stays.
   * @param at milliseconds since 1970
   */
  write(kind: Kind, key: string, value: unknown, at?: number): void;
  /**
   * The posts that have all of these words, the best first.
   * @throws when the database does not answer
   */
  search(words: string[]): Promise<FetchedPost[]>;
  /** Resolves when everything so far has been written, or could not be. */
  written(): Promise<void>;
  /** The same, and nothing more is read or written. */
  stop(): Promise<void>;
}

/**
 * What version 2 kept in a database of its own: its former addresses are nowhere else.
 * @param file `blog.sqlite` in the data directory
 */
export function readFormerCopy(file: string, source: string): Copied {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database
        .prepare("SELECT key, value FROM kept WHERE key IN ('source', 'catalogue')")
        .all();
      const values = new Map(rows.map(({ key, value }) => [key, JSON.parse(String(value))]));
      const ofThis = values.get('source') === `2 ${source}`;
      const { entries = null, former = [] } = (ofThis && values.get('catalogue')) || {};
      const dated = former.map((each: [slug: string, id: string]): Sighting => [...each, 0]);
      return { ...NOTHING, entries, askedAt: 1, former: dated };
    } finally {
      database.close();
    }
  } catch {
    return NOTHING; // there is none, or it is damaged: it was a copy
  }
}

export const NOTHING: Copied = { entries: null, askedAt: 0, former: [], posts: [] };

/** For a blog without a database. */
export const NO_COPY: LastCopy = {
  read: async () => NOTHING,
  write() {},
  search: async () => [],
  async written() {},
  async stop() {},
};

/**
 * The last good content, so that a restart during an outage serves it, and a replica has what others
 * read. A failing database only costs one log line.
 * @param source identity of the content's origin: copies from another one are ignored
 */
export function openLastCopy({
  database,
  source,
  log,
}: {
  database: Database;
  source: string;
  log: Logger;
}): LastCopy {
  const origin = `${FORMAT} ${source}`;
  let failing = false;
  let isStopped = false;
  let waiting: Statement[] = [];
  let writing: Promise<unknown> = Promise.resolve();

  async function attempt(purpose: Purpose, statements: Statement[]): Promise<Row[][]> {
    try {
      const rows = await database.run(purpose, statements);
      if (purpose === 'write') failing = false;
      return rows;
    } catch (error) {
      // Once, until something can be written again.
      if (!failing) log.warn({ err: error }, 'the copy of the blog in the database cannot be used');
      failing = true;
      return [];
    }
  }

  const written = async () => void (await writing);

  return {
    written,
    async read(slugs, postsOnly = false) {
      if (isStopped) return NOTHING;
      const among = slugs?.map((_, index) => `$${index + 2}`).join(', ') || "''";
      const reading = attempt('read', [
        ...(postsOnly ? [] : [readOthers(origin)]),
        slugs
          ? [`${READ} AND kind = 'post' AND key IN (${among})`, origin, ...slugs]
          : [`${READ} AND kind = 'post' ORDER BY at DESC LIMIT ${POSTS_AT_START}`, origin],
      ]);
      // Or a start could read what it has just written in the place of what was there before.
      writing = Promise.all([writing, reading]);
      return copiedOf((await reading).flat());
    },
    write(kind, key, value, at = Date.now()) {
      if (isStopped) return;
      waiting.push(
        value === null
          ? [
              'DELETE FROM blog_copy WHERE source = $1 AND kind = $2 AND key = $3',
              origin,
              kind,
              key,
            ]
          : [WRITE, origin, kind, key, JSON.stringify(value), at],
      );
      if (waiting.length > 1) return;
      writing = writing.then(() => {
        const statements = waiting.toSorted(byKey);
        waiting = [];
        return attempt('write', statements);
      });
    },
    async search(words) {
      const rows = await database.rows('read', findPosts(database.dialect, origin, words));
      return rows.map(({ value }) => JSON.parse(String(value)));
    },
    stop() {
      isStopped = true;
      return written();
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

const READ = 'SELECT kind, key, value, at FROM blog_copy WHERE source = $1';
const readOthers = (origin: string): Statement => [
  `${READ} AND kind <> 'post' ORDER BY at`,
  origin,
];
// What one replica read earlier and writes later replaces nothing newer. They fetch the same posts:
// one that is there already costs PostgreSQL no new row.
const WRITE = `INSERT INTO blog_copy (source, kind, key, value, at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (source, kind, key) DO UPDATE SET value = excluded.value, at = excluded.at
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
