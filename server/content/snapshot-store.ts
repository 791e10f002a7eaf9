import type { Logger } from 'pino';
import { deserializeRecord, serializeRecord } from '../blog/record.ts';
import type { Database } from '../database/database.ts';
import { type Row, type Statement, sql, sqlList } from '../database/engine.ts';
import { MAX_FORMER_SLUGS, type SlugHistory } from './published.ts';
import type { ContentRead, SlugHistories, Snapshot } from './snapshot.ts';

/** Raised when the stored snapshot changes its form: others are then ignored. */
const FORMAT = 1;
/** A statement a row would take the memory of thousands of them at once. */
const ROWS_PER_STATEMENT = 50;
const KINDS = ['posts', 'pages', 'tags'] as const;
/** The hash of a copy that cannot be used: any other takes its place. */
const UNUSABLE = '';

/** The rows of another replica, or of this site before its start. */
export interface StoredContent {
  /** Null when there is none that can be read, or none that is new. */
  read: ContentRead | null;
  histories: SlugHistories;
}

/** The state of the database, as far as this process knows. */
interface Persisted {
  readAt: number;
  hash: string;
  histories: SlugHistories;
}

export type SnapshotStore = ReturnType<typeof openSnapshotStore>;

/**
 * Creates the store of the last good copy in the database, for a start during an outage and for
 * other replicas. It never rejects: a database that is away costs one log line.
 */
export function openSnapshotStore(deps: {
  database: Pick<Database, 'run' | 'transaction'>;
  /** The source of the content; the content of another source is ignored. */
  sourceId: string;
  /** True when only the slug histories are kept. */
  isLocal: boolean;
  log: Logger;
  getSnapshot: () => Snapshot;
  take: (stored: StoredContent) => void;
}) {
  const { database, sourceId: source, isLocal, log, getSnapshot, take } = deps;
  let isFailing = false;
  let persisted: Persisted | null = null;
  /** The count of writes up to which this process knows them; -1 before it has looked. */
  let changeCount = -1;
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

  async function countChanges(): Promise<number> {
    const [row] = await database.run(
      sql`SELECT number FROM content_changes WHERE source = ${source}`,
    );
    return Number(row?.number ?? 0);
  }

  async function load(): Promise<void> {
    // First: what is written meanwhile is then read again.
    const count = await countChanges();
    const [row] = await database.run(
      sql`SELECT hash, read_at FROM content_snapshots WHERE source = ${source}`,
    );
    let hash = String(row?.hash ?? '');
    let read: ContentRead | null = null;
    if (!isLocal && row !== undefined && hash !== persisted?.hash) {
      read = await loadSnapshot();
      if (read === null) hash = UNUSABLE;
    }
    const histories = await loadHistories();
    changeCount = count;
    persisted = { readAt: Number(row?.read_at ?? 0), hash, histories };
    take({ read, histories });
  }

  /** @returns null, and says so, when it cannot be read: half a blog is none */
  async function loadSnapshot(): Promise<ContentRead | null> {
    const [row] = await database.run(
      sql`SELECT value, read_at FROM content_snapshots WHERE source = ${source}`,
    );
    try {
      return parseRead(String(row?.value), Number(row?.read_at));
    } catch (error) {
      log.warn({ err: error }, 'the copy of the blog is damaged: the next one takes its place');
      return null;
    }
  }

  async function loadHistories(): Promise<SlugHistories> {
    const rows = await database.run(
      sql`SELECT kind, slug, entry_id, last_seen_at FROM content_slugs
        WHERE source = ${source} ORDER BY last_seen_at`,
    );
    const histories = { posts: new Map(), pages: new Map(), tags: new Map() };
    for (const { kind, slug, entry_id, last_seen_at } of rows) {
      const entry = { entryId: String(entry_id), lastSeenAt: Number(last_seen_at) };
      histories[kind as keyof SlugHistories]?.set(String(slug), entry);
    }
    return histories;
  }

  /**
   * Notes that the stored snapshot is still current, so that the next start knows how old it is.
   * @returns no row when another replica has put another one in its place
   */
  const confirm = (hash: string, readAt: number): Promise<Row[]> =>
    database.run(
      sql`UPDATE content_snapshots SET read_at = ${readAt} WHERE source = ${source}
        AND hash = ${hash} AND read_at < ${readAt} RETURNING read_at`,
    );

  async function write(): Promise<void> {
    if (!persisted) await load();
    const [before, snapshot] = [persisted, getSnapshot()];
    const { read, histories } = snapshot;
    if (!before || read.readAt === 0) return;
    const { readAt } = read;
    const hash = `${FORMAT} ${snapshot.hash}`;
    const statements = KINDS.flatMap((kind) =>
      saveHistory(source, kind, histories[kind], before.histories[kind]),
    );
    let isStored = isLocal || (hash === before.hash && readAt === before.readAt);
    if (!isStored && hash === before.hash) isStored = (await confirm(hash, readAt)).length > 0;
    if (!isStored) statements.push(saveSnapshot(source, hash, read));
    if (statements.length > 0) {
      const results = await database.transaction([
        countChange(source),
        ...statements,
        sql`SELECT hash FROM content_snapshots WHERE source = ${source}`,
      ]);
      isFailing = false;
      const count = Number((results[0] as Row[])[0]?.number);
      // The row of another replica, which has read later, stays: it is loaded when this one polls.
      if (!isLocal && (results.at(-1) as Row[])[0]?.hash !== hash) {
        persisted = { readAt, hash: UNUSABLE, histories };
        return;
      }
      // Otherwise another replica has written since this one looked: it finds that when it looks next.
      if (count === changeCount + 1) changeCount = count;
    }
    persisted = { readAt, hash, histories };
  }

  return {
    /**
     * Loads the stored content, the first time and whenever another replica has written since.
     * Resolves when that is done, or impossible.
     */
    poll: () =>
      enqueue(async () => {
        if ((await countChanges()) !== changeCount) await load();
      }),

    /** Writes the differences in the background. What cannot be written is written the next time. */
    save(): Promise<void> {
      pendingSave ??= enqueue(() => {
        pendingSave = undefined;
        return write();
      });
      return pendingSave;
    },
  };
}

/**
 * Counts a write, first in every transaction: replicas that write the same rows do so one after
 * the other.
 */
const countChange = (source: string): Statement =>
  sql`INSERT INTO content_changes (source, number) VALUES (${source}, 1)
    ON CONFLICT (source) DO UPDATE SET number = content_changes.number + 1
    RETURNING number`;

const saveSnapshot = (source: string, hash: string, read: ContentRead): Statement =>
  sql`INSERT INTO content_snapshots (source, hash, read_at, value)
    VALUES (${source}, ${hash}, ${read.readAt}, ${serializeRead(read)})
    ON CONFLICT (source)
    DO UPDATE SET hash = excluded.hash, read_at = excluded.read_at, value = excluded.value
    WHERE content_snapshots.read_at <= excluded.read_at`;

/** Returns the statements for new slugs, and for those forgotten because there are too many. */
function saveHistory(
  source: string,
  kind: (typeof KINDS)[number],
  history: SlugHistory,
  known: SlugHistory,
): Statement[] {
  const statements: Statement[] = [];
  const changes = [...history].filter(([slug, { entryId, lastSeenAt }]) => {
    const other = known.get(slug);
    return other?.entryId !== entryId || other.lastSeenAt !== lastSeenAt;
  });
  const rows = changes.map(
    ([slug, { entryId, lastSeenAt }]) =>
      sql`(${source}, ${kind}, ${slug}, ${entryId}, ${lastSeenAt})`,
  );
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT)
    statements.push(
      sql`INSERT INTO content_slugs (source, kind, slug, entry_id, last_seen_at)
        VALUES ${sqlList(rows.slice(first, first + ROWS_PER_STATEMENT))}
        ON CONFLICT (source, kind, slug)
        DO UPDATE SET entry_id = excluded.entry_id, last_seen_at = excluded.last_seen_at
        WHERE content_slugs.last_seen_at <= excluded.last_seen_at`,
    );
  const isFull = history.size >= MAX_FORMER_SLUGS;
  const forgotten = isFull ? [...known.keys()].filter((slug) => !history.has(slug)) : [];
  if (forgotten.length > 0)
    statements.push(
      sql`DELETE FROM content_slugs WHERE source = ${source} AND kind = ${kind}
        AND slug IN (${sqlList(forgotten)})`,
    );
  return statements;
}

function serializeRead({ parts: { blogPost, page, ...others }, tags }: ContentRead): string {
  const serialize = (part: typeof blogPost | typeof page) =>
    part && { ...part, entries: part.entries.map(serializeRecord) };
  const parts = { ...others, blogPost: serialize(blogPost), page: serialize(page) };
  return JSON.stringify({ format: FORMAT, parts, tags });
}

/** @throws when it is of another version, or not whole */
function parseRead(value: string, readAt: number): ContentRead {
  const { format, parts, tags } = JSON.parse(value);
  if (format !== FORMAT) throw new Error(`it has the format ${format}, not ${FORMAT}`);
  for (const part of [parts.blogPost, parts.page])
    if (part) part.entries = part.entries.map(deserializeRecord);
  return { parts, tags, readAt };
}
