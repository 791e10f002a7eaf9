import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Dialect, type Row, SQLITE } from '../../../server/database/engine.ts';
import { loadMigrations } from '../../../server/database/migrations.ts';
import { openStoreAt, readCallbacks, request } from './stores.ts';

export const LATEST_VERSION = loadMigrations(SQLITE).length;
const OLDER_VERSIONS = Array.from({ length: LATEST_VERSION - 1 }, (_, index) => index + 1);

/** Reads a store of an older version, as that version made it. */
const fixtureOf = (version: number, engine: Engine['name']) =>
  readFileSync(`test/fixtures/store-${version}.${engine}.sql`, 'utf8');

export interface Engine {
  name: 'sqlite' | 'postgres';
  dialect: Dialect;
  /** Creates a database from SQL and returns its folder or address. */
  create(sql: string): Promise<string>;
  /** Runs SQL in it: one query, or several statements. */
  run(place: string, sql: string): Promise<Row[]>;
}

/** Creates a store of an older version with three requests. */
export const createOlderStore = (engine: Engine, version = 1) =>
  engine.create(fixtureOf(version, engine.name));

/** Reads the version of a database; null for one without versions. */
export async function versionIn({ dialect, run }: Engine, place: string): Promise<number | null> {
  if ((await run(place, dialect.findTable('schema_migrations'))).length === 0) return null;
  const [row] = await run(place, 'SELECT max(number) AS version FROM schema_migrations');
  return Number(row?.version);
}

/** Tests what both engines promise of the versions of a database. */
export function testMigrations(getEngine: () => Engine): void {
  test.each(OLDER_VERSIONS)(
    'brings a store of version %i up to date with its rows',
    async (old) => {
      const engine = getEngine();
      const place = await createOlderStore(engine, old);
      const store = openStoreAt(place);
      await store.add(request('Eve'), ['webhook']);
      const requests = await readCallbacks(place);
      expect(requests.map(({ fields }) => fields.name)).toEqual([
        'Ann',
        "Bea O'Neill",
        'Cay',
        'Eve',
      ]);
      const [ann, , cay] = requests;
      expect(ann).toMatchObject({
        fields: { message: 'one\r\ntwo' },
        page: '/contact',
        handling: { outcome: 'reached', note: 'a note' },
        changedBy: 'Dana',
        version: 1,
      });
      expect(ann?.deliveries.map(({ state }) => state).sort()).toEqual(['delivered', 'waiting']);
      expect(cay?.flags).toEqual(['honeypot']);
      expect(await versionIn(engine, place)).toBe(LATEST_VERSION);
    },
  );

  test('keeps the notices of version 4, those that were being sent included', async () => {
    const engine = getEngine();
    const place = await createOlderStore(engine, 4);
    await openStoreAt(place).deliveries.counts();
    const rows = await engine.run(
      place,
      'SELECT kind, channel, notice, state FROM notice_deliveries ORDER BY notice',
    );
    const webhook = expect.stringMatching(/^webhook:127\.0\.0\.1:\d+#[\w-]+$/);
    expect(rows).toEqual([
      { kind: 'backup', channel: webhook, notice: 'failing', state: 'delivered' },
      { kind: 'backup', channel: webhook, notice: 'working', state: 'delivered' },
    ]);
  });

  test('is brought up to date once by processes that start together', async () => {
    const engine = getEngine();
    const place = await createOlderStore(engine);
    const stores = Array.from({ length: 3 }, () => openStoreAt(place));
    await Promise.all(stores.map((store, index) => store.add(request(`caller ${index}`), [])));
    expect(await readCallbacks(place)).toHaveLength(6);
    const rows = await engine.run(place, 'SELECT number FROM schema_migrations ORDER BY number');
    expect(rows.map(({ number }) => Number(number))).toEqual([...OLDER_VERSIONS, LATEST_VERSION]);
  });

  test.each(readdirSync('test/fixtures').filter((name) => name.startsWith('statements-')))(
    'takes %s of an older process that goes on',
    async (name) => {
      const engine = getEngine();
      const place = await createOlderStore(engine);
      await openStoreAt(place).deliveries.counts();
      await engine.run(place, readFileSync(`test/fixtures/${name}`, 'utf8'));
      const dee = (await readCallbacks(place)).at(-1);
      expect(dee).toMatchObject({
        fields: { name: 'Dee' },
        handling: { outcome: 'reached' },
        deliveries: [{ state: 'delivered' }],
      });
    },
  );

  test('refuses a store of a newer version, and changes nothing', async () => {
    const engine = getEngine();
    const place = await createOlderStore(engine);
    const number = LATEST_VERSION + 7;
    await engine.run(
      place,
      `CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL);
       INSERT INTO schema_migrations VALUES (${number}, 0)`,
    );
    const both = `version ${number}, but this version of the site knows versions up to ${LATEST_VERSION}`;
    await expect(openStoreAt(place).deliveries.counts()).rejects.toThrow(both);
    const rows = await engine.run(place, 'SELECT number FROM schema_migrations');
    expect(rows.map((row) => Number(row.number))).toEqual([number]);
    await expect(engine.run(place, 'SELECT claimed_at FROM callbacks')).rejects.toThrow();
  });

  test('undoes a migration that fails in the middle', async () => {
    const engine = getEngine();
    const place = await createOlderStore(engine);
    await engine.run(place, 'CREATE TABLE other (number BIGINT)');
    await engine.run(place, 'CREATE INDEX callbacks_may_be_due ON other (number)');
    await expect(openStoreAt(place).deliveries.counts()).rejects.toThrow('callbacks_may_be_due');
    expect(await versionIn(engine, place)).toBe(1);
    await expect(engine.run(place, 'SELECT claimed_at FROM callbacks')).rejects.toThrow();
    await engine.run(place, 'DROP TABLE other');
    await openStoreAt(place).add(request('Eve'), []);
    expect(await versionIn(engine, place)).toBe(LATEST_VERSION);
  });
}
