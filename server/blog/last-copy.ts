import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { listed, type Row, type Schema, type Statement, sql } from '../database/engine.ts';
import type { Blog, Known } from './blog.ts';
import { type Body, fromStored, stored } from './body.ts';
import type { BlogSource } from './contentful/source.ts';
import { diff, type Stored } from './difference.ts';

/** Raised when the stored format changes: older copies are then ignored. */
const FORMAT = 4;
/** How many posts are read or written at once. */
const POSTS_AT_ONCE = 200;

/**
 * `entries`: what the service listed, by when it was asked (`number`). `address`: who was last seen
 * there and when, by slug. `body`: a post by its id, `number` is its revision. `changes`: counts the
 * times that anything else was written.
 */
type Kind = 'entries' | 'address' | 'body' | 'changes';

export const blogSchema = (): Schema => ({
  table: 'blog_rows',
  create: [
    `CREATE TABLE blog_rows (
       source TEXT NOT NULL,
       kind TEXT NOT NULL,
       key TEXT NOT NULL,
       number BIGINT NOT NULL,
       version TEXT NOT NULL,
       value TEXT NOT NULL,
       PRIMARY KEY (source, kind, key)
     )`,
  ],
});

type LastCopy = ReturnType<typeof openLastCopy>;

/** Of a blog without a database. */
export const NO_COPY: LastCopy = {
  read: async () => {},
  look: async () => {},
  save: async () => {},
};

/**
 * The last good copy in the database, for a restart during an outage and for other replicas. It is
 * read once, and after that written behind; what could not be written is written when this is next
 * asked for. Nothing here rejects: a failing database costs one log line.
 */
export function openLastCopy(parts: {
  database: Pick<Database, 'run' | 'transaction'>;
  /** Copies of another one are ignored. */
  source: Pick<BlogSource, 'id'>;
  log: Logger;
  current: () => Blog;
  /** Gets what was stored by another process, or before the start. */
  take: (stored: Known) => void;
}) {
  const { database, source, log, current, take } = parts;
  const origin = `${FORMAT} ${source.id}`;
  let failing = false;
  /** What the database has, as far as this process knows; null before it was read. */
  let saved: Stored | null = null;
  /** The count of changes up to which this process knows them. */
  let changes = 0;
  /** One thing after another. */
  let working = Promise.resolve();
  let waiting: Promise<void> | undefined;

  function inTurn(work: () => Promise<void>): Promise<void> {
    working = working.then(work).catch((error: unknown) => {
      // Once, until something can be written again.
      if (!failing)
        log.warn({ err: error }, 'the copy of the blog in the database cannot be read or written');
      failing = true;
    });
    return working;
  }

  async function write(statements: Statement[]): Promise<Row[][]> {
    const rows = await database.transaction(statements);
    failing = false;
    return rows;
  }

  const rowsOf = (kind: Kind) => sql`FROM blog_rows WHERE source = ${origin} AND kind = ${kind}`;
  const count = () => sql`SELECT number ${rowsOf('changes')}`;
  const counted = (rows: Row[] = []) => Number(rows[0]?.number ?? 0);

  const upsert = (kind: Kind, key: string, number: number, version: string, value: string) =>
    sql`INSERT INTO blog_rows (source, kind, key, number, version, value)
      VALUES (${origin}, ${kind}, ${key}, ${number}, ${version}, ${value})
      ON CONFLICT (source, kind, key)
      DO UPDATE SET number = excluded.number, version = excluded.version, value = excluded.value
      WHERE blog_rows.number <= excluded.number`;

  /** First in every transaction: replicas that write the same rows do so one after the other. */
  const countChange = () => sql`INSERT INTO blog_rows (source, kind, key, number, version, value)
    VALUES (${origin}, 'changes', '', 1, '', '')
    ON CONFLICT (source, kind, key) DO UPDATE SET number = blog_rows.number + 1
    RETURNING number`;

  /** Reads everything that this process does not have yet, or has in an older state. */
  async function pull(): Promise<void> {
    // First: what is written meanwhile is then read again.
    const before = counted(await database.run(count()));
    const [listing] = await database.run(sql`SELECT number, value ${rowsOf('entries')}`);
    const addressRows = await database.run(
      sql`SELECT key, number, value ${rowsOf('address')} ORDER BY number`,
    );
    const bodyRows = await database.run(sql`SELECT key, number, version ${rowsOf('body')}`);
    const entries: Known['entries'] = listing ? JSON.parse(String(listing.value)) : null;
    const askedAt = Number(listing?.number ?? 0);
    const addresses = new Map(
      addressRows.map(({ key, number, value }) => [
        String(key),
        { id: String(value), at: Number(number) },
      ]),
    );
    const present: Stored['bodies'] = new Map(
      bodyRows.map(({ key, number, version }) => [
        String(key),
        { revision: Number(number), version: String(version) },
      ]),
    );
    const bodies = await readBodies(wantedOf({ entries, askedAt, bodies: present }));
    changes = before;
    take({ entries, askedAt, bodies, addresses });
    const own = current().entries;
    const same = isDeepStrictEqual(own, entries) ? own : entries;
    saved = { entries: same, askedAt, bodies: present, addresses };
  }

  /** Ids of posts that this process lacks, or of which another has written something newer. */
  function wantedOf(stored: Pick<Stored, 'entries' | 'askedAt' | 'bodies'>): string[] {
    const own = current();
    const listing = stored.askedAt > own.askedAt ? stored.entries : own.entries;
    const ids = new Set(listing?.map(({ id }) => id));
    const isNews = (id: string, row: Pick<Body, 'revision' | 'version'>) => {
      const body = own.bodies.get(id);
      const [revision, ownRevision] = [row.revision ?? 0, body?.revision ?? 0];
      if (!body || revision !== ownRevision) return !body || revision > ownRevision;
      // Of one revision, with another picture.
      const known = saved?.bodies.get(id);
      return known !== undefined && known.version !== row.version;
    };
    return [...stored.bodies]
      .filter(([id, row]) => ids.has(id) && isNews(id, row))
      .map(([id]) => id);
  }

  async function readBodies(ids: string[]): Promise<Map<string, Body>> {
    const bodies = new Map<string, Body>();
    for (let first = 0; first < ids.length; first += POSTS_AT_ONCE) {
      const some = ids.slice(first, first + POSTS_AT_ONCE);
      const rows = await database.run(
        sql`SELECT key, value ${rowsOf('body')} AND key IN (${listed(some)})`,
      );
      for (const { key, value } of rows) bodies.set(String(key), fromStored(String(value)));
    }
    return bodies;
  }

  /** Writes what is different, or a part of much. @returns whether there may be more */
  async function push(): Promise<boolean> {
    if (!saved) await pull();
    const [before, blog] = [saved, current()];
    if (!before || blog.entries === null) return false;
    const { isListedOtherwise, came, went, seen, forgotten } = diff(before, blog);
    const some = came.slice(0, POSTS_AT_ONCE);
    const statements: Statement[] = [
      ...seen.map(([slug, { id, at }]) => upsert('address', slug, at, '', id)),
      ...some.map((body) =>
        upsert('body', body.id, body.revision ?? 0, body.version, stored(body)),
      ),
    ];
    if (went.length > 0) statements.push(removal('body', went, blog));
    if (forgotten.length > 0) statements.push(removal('address', forgotten, blog));
    if (isListedOtherwise)
      statements.push(upsert('entries', '', blog.askedAt, '', JSON.stringify(blog.entries)));
    if (statements.length === 0) {
      await confirm(before, blog);
      return false;
    }
    const rows = await write([countChange(), ...statements]);
    const bodies = new Map(before.bodies);
    for (const id of went) bodies.delete(id);
    for (const body of some) bodies.set(body.id, body);
    const { entries, askedAt } = isListedOtherwise ? blog : before;
    saved = { entries, askedAt, bodies, addresses: blog.addresses };
    // Otherwise another replica has written since this one looked: it finds that when it looks next.
    if (counted(rows[0]) === changes + 1) changes += 1;
    return true;
  }

  /** A replica that has heard less removes nothing. */
  function removal(kind: Kind, keys: string[], { askedAt }: Blog): Statement {
    const isLater = sql`EXISTS (SELECT 1 FROM blog_rows AS other WHERE other.source = ${origin}
      AND other.kind = 'entries' AND other.number > ${askedAt})`;
    return sql`DELETE ${rowsOf(kind)} AND key IN (${listed(keys)}) AND NOT ${isLater}`;
  }

  /** Renewed without a change: the next start then knows how old this is. */
  async function confirm(before: Stored, { askedAt }: Blog): Promise<void> {
    if (askedAt <= before.askedAt) return;
    await write([
      sql`UPDATE blog_rows SET number = ${askedAt} WHERE source = ${origin} AND kind = 'entries'
        AND number <= ${askedAt} AND ${changes} = (${count()})`,
    ]);
    saved = { ...before, askedAt };
  }

  return {
    /** Resolves when it was read, or could not be. */
    read: () => inTurn(pull),
    /** Takes in what another replica has written. */
    look: () =>
      inTurn(async () => {
        if (counted(await database.run(count())) !== changes) await pull();
      }),
    /** Writes, in the background, until there is nothing left that could be written. */
    save(): Promise<void> {
      waiting ??= inTurn(async () => {
        waiting = undefined;
        let hasMore = true;
        while (hasMore) hasMore = await push();
      });
      return waiting;
    },
  };
}
