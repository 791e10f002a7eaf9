import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { type Row, type Statement, sql, sqlList } from '../database/engine.ts';
import { hashContent } from './hash-content.ts';
import { deserializeRecord, type PostRecord, serializeRecord } from './post-record.ts';
import type { LastEntry, SlugHistory } from './slug-history.ts';
import { MAX_FORMER_SLUGS } from './slug-history.ts';
import {
  type FetchedContent,
  type SlugHistories,
  type Snapshot,
  slugHistoriesOf,
} from './snapshot.ts';

/** Raised when the stored snapshot changes its form: older ones are then ignored. */
const FORMAT_VERSION = 3;

/**
 * `snapshot`: the content without its posts, by when it was read (`number`). `posts`: some posts of
 * the snapshot with the same version, in the order of the keys. `changes`: counts the writes of
 * anything. The others hold a slug history each, a row a slug: the entry that was last seen there and
 * when.
 */
const SLUG_KINDS: { readonly [type in keyof SlugHistories]: string } = {
  posts: 'address',
  pages: 'page address',
};
/** A statement a row would take the memory of thousands of them at once. */
const ROWS_PER_STATEMENT = 50;
/** A row of thousands of posts would be in memory several times while it is written. */
const POSTS_PER_ROW = 50;
/** The version of a copy that cannot be read: any other takes its place. */
const DAMAGED = '';
/** Kinds of rows of earlier versions. */
const FORMER_KINDS = ['entries', 'body'];

interface StoredRow {
  kind: string;
  key: string;
  number: number;
  version: string;
  value: string;
}

/** The rows of another replica, or of this site before its start. */
export interface StoredContent {
  /** Null when there is none that can be read. */
  content: FetchedContent | null;
  histories: SlugHistories;
}

/** The state of the database, as far as this process knows. */
interface Persisted extends SlugHistories {
  readAt: number;
  version: string;
}

export interface SnapshotStore {
  /** Loads the stored content. Resolves when that is done, or impossible. */
  load(): Promise<void>;
  /** Loads the stored content if another replica has written since. */
  pollChanges(): Promise<void>;
  /** Writes the differences in the background. What cannot be written is written the next time. */
  save(): Promise<void>;
}

/** The store for content without a database. */
export const NULL_SNAPSHOT_STORE: SnapshotStore = {
  load: async () => {},
  pollChanges: async () => {},
  save: async () => {},
};

interface StoreDeps {
  database: Pick<Database, 'run' | 'transaction'>;
  /** The source of the content; the content of another source is ignored. */
  sourceId: string;
  log: Logger;
  getSnapshot: () => Snapshot;
  take: (stored: StoredContent) => void;
}

/**
 * Creates the store of the last good copy in the database, for a start during an outage and for
 * other replicas. It never rejects: a database that is away costs one log line.
 */
export function openSnapshotStore(deps: StoreDeps): SnapshotStore {
  const { database, log, getSnapshot, take } = deps;
  // The number is that of the rows of versions before this one: slug histories outlive an update.
  const source = `4 ${deps.sourceId}`;
  let isFailing = false;
  let persisted: Persisted | null = null;
  /** The count of writes up to which this process knows them. */
  let changeCount = 0;
  let lastTask = Promise.resolve();
  let pendingSave: Promise<void> | undefined;

  /** Runs one task after another. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    lastTask = lastTask.then(task).catch((error: unknown) => {
      // Once, until something can be written again.
      if (!isFailing)
        log.warn({ err: error }, 'the copy of the blog in the database cannot be read or written');
      isFailing = true;
    });
    return lastTask;
  }

  const rowsOf = (kind: string) => sql`FROM blog_rows WHERE source = ${source} AND kind = ${kind}`;

  async function countChanges(): Promise<number> {
    const [row] = await database.run(sql`SELECT number ${rowsOf('changes')}`);
    return Number(row?.number ?? 0);
  }

  async function load(): Promise<void> {
    // First: what is written meanwhile is then read again.
    const count = await countChanges();
    const [row] = await database.run(sql`SELECT number, version ${rowsOf('snapshot')}`);
    const readAt = Number(row?.number ?? 0);
    const version = String(row?.version ?? '');
    const isNew = version !== persisted?.version && version.startsWith(`${FORMAT_VERSION} `);
    const stored = isNew ? await loadRows() : null;
    const content = stored && parseContent(stored);
    const histories = {
      posts: await loadHistory(SLUG_KINDS.posts),
      pages: await loadHistory(SLUG_KINDS.pages),
    };
    changeCount = count;
    const isDamaged = stored !== null && content === null;
    persisted = { readAt, version: isDamaged ? DAMAGED : version, ...histories };
    take({ content, histories });
  }

  // One statement: another replica may put others in their place between two.
  const loadRows = () =>
    database.run(
      sql`SELECT kind, number, version, value FROM blog_rows
        WHERE source = ${source} AND kind IN ('snapshot', 'posts') ORDER BY key`,
    );

  /** @returns null, and says so, when a part is missing or cannot be read: half a blog is none */
  function parseContent(rows: readonly Row[]): FetchedContent | null {
    const snapshot = rows.find(({ kind }) => kind === 'snapshot');
    try {
      const { postCount, ...others } = JSON.parse(String(snapshot?.value));
      const posts: PostRecord[] = rows
        .filter(({ kind, version }) => kind === 'posts' && version === snapshot?.version)
        .flatMap(({ value }) => JSON.parse(String(value)).map(deserializeRecord));
      if (posts.length !== postCount) throw new Error(`${posts.length} of ${postCount} posts`);
      return { ...others, posts, readAt: Number(snapshot?.number) };
    } catch (error) {
      log.warn({ err: error }, 'the copy of the blog is damaged: the next one takes its place');
      return null;
    }
  }

  async function loadHistory(kind: string): Promise<SlugHistory> {
    const rows = await database.run(sql`SELECT key, number, value ${rowsOf(kind)} ORDER BY number`);
    return new Map(
      rows.map(({ key, number, value }) => [
        String(key),
        { entryId: String(value), lastSeenAt: Number(number) },
      ]),
    );
  }

  const upsert = (...rows: StoredRow[]): Statement =>
    sql`INSERT INTO blog_rows (source, kind, key, number, version, value)
      VALUES ${sqlList(
        rows.map(
          ({ kind, key, number, version, value }) =>
            sql`(${source}, ${kind}, ${key}, ${number}, ${version}, ${value})`,
        ),
      )}
      ON CONFLICT (source, kind, key)
      DO UPDATE SET number = excluded.number, version = excluded.version, value = excluded.value
      WHERE blog_rows.number <= excluded.number`;

  /**
   * Counts a write, first in every transaction: replicas that write the same rows do so one after
   * the other.
   */
  const countChange = () => sql`INSERT INTO blog_rows (source, kind, key, number, version, value)
    VALUES (${source}, 'changes', '', 1, '', '')
    ON CONFLICT (source, kind, key) DO UPDATE SET number = blog_rows.number + 1
    RETURNING number`;

  /**
   * Returns the statements for the differences of a slug history: new slugs, and those forgotten
   * because there are too many.
   */
  function historyChanges(kind: string, history: SlugHistory, known: SlugHistory): Statement[] {
    const isKnown = (slug: string, { entryId, lastSeenAt }: LastEntry) => {
      const other = known.get(slug);
      return other?.entryId === entryId && other.lastSeenAt === lastSeenAt;
    };
    const recorded = [...history].filter(([slug, entry]) => !isKnown(slug, entry));
    const forgotten =
      history.size < MAX_FORMER_SLUGS ? [] : [...known.keys()].filter((slug) => !history.has(slug));
    const rows = recorded.map(([slug, { entryId, lastSeenAt }]): StoredRow => {
      return { kind, key: slug, number: lastSeenAt, version: '', value: entryId };
    });
    const statements: Statement[] = [];
    for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
      statements.push(upsert(...rows.slice(first, first + ROWS_PER_STATEMENT)));
    if (forgotten.length > 0)
      statements.push(sql`DELETE ${rowsOf(kind)} AND key IN (${sqlList(forgotten)})`);
    return statements;
  }

  /**
   * Notes that the stored snapshot is still current, so that the next start knows how old it is.
   * @returns false when another replica has put another one in its place
   */
  async function confirm(version: string, readAt: number): Promise<boolean> {
    const rows = await database.run(
      sql`UPDATE blog_rows SET number = ${readAt} WHERE source = ${source} AND kind = 'snapshot'
        AND version = ${version} AND number < ${readAt} RETURNING number`,
    );
    return rows.length > 0;
  }

  /**
   * Writes the posts of a snapshot, some at a time. Nobody reads them before the snapshot is there,
   * and until a later one is, nobody deletes them.
   * @returns the statements that put the snapshot in the place of the one before
   */
  async function writePosts(content: FetchedContent, version: string): Promise<Statement[]> {
    const { readAt: number, posts, ...rest } = content;
    for (let first = 0; first < posts.length; first += POSTS_PER_ROW) {
      const some = posts.slice(first, first + POSTS_PER_ROW);
      const value = JSON.stringify(some.map(serializeRecord));
      const key = `${version} ${String(first).padStart(6, '0')}`;
      await database.run(upsert({ kind: 'posts', key, number, version, value }));
    }
    const value = JSON.stringify({ ...rest, postCount: posts.length });
    return [
      upsert({ kind: 'snapshot', key: '', number, version, value }),
      sql`DELETE ${rowsOf('posts')} AND version <> (SELECT version ${rowsOf('snapshot')})
        AND number < (SELECT number ${rowsOf('snapshot')})`,
      ...FORMER_KINDS.map((kind) => sql`DELETE ${rowsOf(kind)}`),
    ];
  }

  async function write(): Promise<void> {
    if (!persisted) await load();
    const [before, snapshot] = [persisted, getSnapshot()];
    const { content } = snapshot;
    if (!before || content.readAt === 0) return;
    const { readAt } = content;
    const version = versionOf(content);
    const histories = slugHistoriesOf(snapshot);
    const statements = [
      ...historyChanges(SLUG_KINDS.posts, histories.posts, before.posts),
      ...historyChanges(SLUG_KINDS.pages, histories.pages, before.pages),
    ];
    const isStored =
      version === before.version && (readAt === before.readAt || (await confirm(version, readAt)));
    if (!isStored) statements.push(...(await writePosts(content, version)));
    if (statements.length > 0) {
      const results = await database.transaction([
        countChange(),
        ...statements,
        sql`SELECT version ${rowsOf('snapshot')}`,
      ]);
      isFailing = false;
      const count = Number((results[0] as Row[])[0]?.number);
      // The row of another replica, which has read later, stays: it is loaded when this one polls.
      if ((results.at(-1) as Row[])[0]?.version !== version) {
        persisted = { readAt, version: '', ...histories };
        return;
      }
      // Otherwise another replica has written since this one looked: it finds that when it looks next.
      if (count === changeCount + 1) changeCount = count;
    }
    persisted = { readAt, version, ...histories };
  }

  return {
    load: () => enqueue(load),
    pollChanges: () =>
      enqueue(async () => {
        if ((await countChanges()) !== changeCount) await load();
      }),
    save() {
      pendingSave ??= enqueue(() => {
        pendingSave = undefined;
        return write();
      });
      return pendingSave;
    },
  };
}

/** A version of everything but the time at which it was read. */
function versionOf({ posts, readAt: _, ...others }: FetchedContent): string {
  const versions = posts.map(({ id, version }) => [id, version]);
  return `${FORMAT_VERSION} ${hashContent([versions, others])}`;
}
