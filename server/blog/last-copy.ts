import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { listed, type Row, type Schema, type Statement, sql } from '../database/engine.ts';
import { type Blog, type Difference, diff, type Known, type Stored } from './blog.ts';
import { type Body, fromStored, stored } from './body.ts';
import type { BlogSource } from './contentful/source.ts';
import { versionOf } from './lookup.ts';

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

export type LastCopy = ReturnType<typeof openLastCopy>;

/**
 * The last good copy in the database, for a restart during an outage and for other replicas. It is
 * read once, and after that written behind; what could not be written is written when this is next
 * asked for. Nothing here rejects: a failing database costs one log line.
 */
export function openLastCopy(parts: {
  /** Null for a blog that has no copy. */
  database: Database | null;
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
  /** Entries, and their version: to compute it costs more than to compare two arrays. */
  let versioned: { of: Known['entries']; version: string } = { of: null, version: '' };
  /** One thing after another. */
  let working: Promise<unknown> = Promise.resolve();
  let saving: Promise<void> | undefined;

  /** @returns the rows of each; null when the database failed */
  async function run(what: 'read' | 'write', statements: Statement[]): Promise<Row[][] | null> {
    if (!database) return null;
    try {
      if (what === 'read') return await Promise.all(statements.map(database.run));
      const rows = await database.transaction(statements);
      failing = false;
      return rows;
    } catch (error) {
      // Once, until something can be written again.
      if (!failing) log.warn({ err: error }, 'the copy of the blog in the database cannot be used');
      failing = true;
      return null;
    }
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = working.then(work);
    working = done;
    return done;
  }

  function versionOfEntries(entries: Known['entries']): string {
    if (versioned.of !== entries) versioned = { of: entries, version: versionOf(entries) };
    return versioned.version;
  }

  const rowsOf = (kind: Kind) => sql`FROM blog_rows WHERE source = ${origin} AND kind = ${kind}`;

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
  async function pull(): Promise<boolean> {
    // First: what is written meanwhile is then read again.
    const count = await run('read', [sql`SELECT number ${rowsOf('changes')}`]);
    const rows = await run('read', [
      sql`SELECT number, version, value ${rowsOf('entries')}`,
      sql`SELECT key, number, value ${rowsOf('address')} ORDER BY number`,
      sql`SELECT key, number, version ${rowsOf('body')}`,
    ]);
    if (!count || !rows) return false;
    const [[listing], addressRows, bodyRows] = rows as [Row[], Row[], Row[]];
    const addresses = new Map(
      addressRows.map(({ key, number, value }) => [
        String(key),
        { id: String(value), at: Number(number) },
      ]),
    );
    const present = new Map(
      bodyRows.map(({ key, number, version }) => [
        String(key),
        { revision: Number(number), version: String(version) },
      ]),
    );
    const own = current();
    let entries: Known['entries'] = null;
    if (listing?.version === versionOfEntries(own.entries)) entries = own.entries;
    else if (listing) entries = JSON.parse(String(listing.value));
    const askedAt = Number(listing?.number ?? 0);
    const shown = askedAt > own.askedAt ? entries : own.entries;
    const ids = new Set(shown?.map(({ id }) => id));
    const wanted = [...present].filter(([id, { revision, version }]) => {
      const body = own.bodies.get(id);
      if (!body || revision > (body.revision ?? 0)) return ids.has(id);
      // Of one revision, with a changed picture: what another replica has written since.
      const known = saved?.bodies.get(id)?.version ?? version;
      return ids.has(id) && revision === (body.revision ?? 0) && known !== version;
    });
    const bodies = await readBodies(wanted.map(([id]) => id));
    if (!bodies) return false;
    changes = Number(count[0]?.[0]?.number ?? 0);
    take({ entries, askedAt, bodies, addresses });
    // What was taken from there, the blog holds as it is or in an array of its own that is equal.
    const { entries: taken } = current();
    const isTaken = versionOfEntries(taken) === listing?.version;
    saved = { entries: isTaken ? taken : entries, bodies: present, addresses };
    return true;
  }

  async function readBodies(ids: string[]): Promise<Map<string, Body> | null> {
    const bodies = new Map<string, Body>();
    for (let first = 0; first < ids.length; first += POSTS_AT_ONCE) {
      const some = ids.slice(first, first + POSTS_AT_ONCE);
      const rows = await run('read', [
        sql`SELECT key, value ${rowsOf('body')}
        AND key IN (${listed(some)})`,
      ]);
      if (!rows) return null;
      for (const { key, value } of rows[0] ?? [])
        bodies.set(String(key), fromStored(String(value)));
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
    if (!isListedOtherwise && some.length + went.length + seen.length + forgotten.length === 0)
      return false;
    const rows = await run('write', [
      countChange(),
      ...removals(blog, { went, forgotten }),
      ...seen.map(([slug, { id, at }]) => upsert('address', slug, at, '', id)),
      ...some.map((body) =>
        upsert('body', body.id, body.revision ?? 0, body.version, stored(body)),
      ),
      ...(isListedOtherwise
        ? [
            upsert(
              'entries',
              '',
              blog.askedAt,
              versionOfEntries(blog.entries),
              JSON.stringify(blog.entries),
            ),
          ]
        : []),
    ]);
    if (!rows) return false;
    saved = savedAfter(before, blog, { some, went, forgotten });
    const counted = Number(rows[0]?.[0]?.number);
    const isAlone = counted === changes + 1;
    changes = counted;
    // Another replica has written since this one looked.
    if (!isAlone) await pull();
    return true;
  }

  /** A replica that has heard less removes nothing. */
  function removals(blog: Blog, { went, forgotten }: Pick<Difference, 'went' | 'forgotten'>) {
    const isLater = sql`EXISTS (SELECT 1 FROM blog_rows AS other WHERE other.source = ${origin}
      AND other.kind = 'entries' AND other.number > ${blog.askedAt})`;
    const removal = (kind: Kind, keys: string[]) =>
      sql`DELETE ${rowsOf(kind)} AND key IN (${listed(keys)}) AND NOT ${isLater}`;
    return [
      ...(went.length > 0 ? [removal('body', went)] : []),
      ...(forgotten.length > 0 ? [removal('address', forgotten)] : []),
    ];
  }

  /** Renewed without a change: others, and the next start, then know how old this is. */
  async function confirm(): Promise<void> {
    const { entries, askedAt } = current();
    if (!saved || saved.entries !== entries || entries === null) return;
    const version = versionOfEntries(entries);
    const confirmed = await run('write', [
      sql`UPDATE blog_rows SET number = ${askedAt} WHERE source = ${origin} AND kind = 'entries'
        AND version = ${version} AND number <= ${askedAt} RETURNING number`,
    ]);
    if (confirmed?.[0]?.length === 0) await pull();
  }

  async function look(): Promise<void> {
    const rows = await run('read', [
      sql`SELECT kind, number, version FROM blog_rows
        WHERE source = ${origin} AND kind IN ('changes', 'entries')`,
    ]);
    const [found = []] = rows ?? [];
    const counted = found.find(({ kind }) => kind === 'changes');
    const listing = found.find(({ kind }) => kind === 'entries');
    const { entries, askedAt } = current();
    const storedAt = Number(listing?.number ?? 0);
    if (Number(counted?.number ?? 0) !== changes) await pull();
    else if (storedAt <= askedAt) return;
    else if (listing?.version !== versionOfEntries(entries)) await pull();
    // Another replica was told the same, later.
    else take({ entries, askedAt: storedAt, bodies: new Map(), addresses: new Map() });
  }

  /** Writes, in the background, until there is nothing left that could be written. */
  function save(): Promise<void> {
    if (!database) return Promise.resolve();
    saving ??= writeAll().finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function writeAll(): Promise<void> {
    let hasMore = true;
    while (hasMore) hasMore = await inTurn(push);
  }

  return {
    /** Resolves when it was read, or could not be. */
    async read(): Promise<void> {
      if (database) await inTurn(pull);
    },
    /** Takes in what another replica has written. */
    async look(): Promise<void> {
      if (database) await inTurn(look);
    },
    save,
    /** After every renewal. */
    async saveRenewed(): Promise<void> {
      if (!database) return;
      await save();
      await inTurn(confirm);
    },
    /** Resolves when everything so far has been written, or could not be. */
    async stop(): Promise<void> {
      await saving;
      await save();
    },
  };
}

/** What the database has after a part of a difference was written. */
function savedAfter(
  before: Stored,
  blog: Blog,
  { some, went, forgotten }: { some: Body[] } & Pick<Difference, 'went' | 'forgotten'>,
): Stored {
  const bodies = new Map(before.bodies);
  for (const id of went) bodies.delete(id);
  for (const body of some) bodies.set(body.id, body);
  const addresses = new Map([...before.addresses, ...blog.addresses]);
  for (const slug of forgotten) addresses.delete(slug);
  return { entries: blog.entries, bodies, addresses };
}
