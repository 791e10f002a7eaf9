import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  createOlderStore,
  type Engine,
  LATEST_VERSION,
  testMigrations,
  versionIn,
} from '../../test/support/callbacks/migration-contract.ts';
import { startPgBouncer } from '../../test/support/callbacks/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { namesIn, openStoreAt, request } from '../../test/support/callbacks/stores.ts';
import { end, spawnSite, startSiteProcess } from '../../test/support/site-process.ts';
import { POSTGRES } from './engine.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const ENGINE: Engine = {
  name: 'postgres',
  dialect: POSTGRES,
  async create(sql) {
    const url = server.newDatabase();
    await (await connect(url)).query(sql);
    return url;
  },
  async run(url, sql) {
    return (await (await connect(url)).query(sql)).rows ?? [];
  },
};

describe('migrations in PostgreSQL', () => {
  testMigrations(() => ENGINE);

  test('are applied once by replicas behind PgBouncer in transaction mode', async () => {
    const url = await createOlderStore(ENGINE);
    const address = await startPgBouncer(url);
    const stores = Array.from({ length: 3 }, () => openStoreAt(address));
    await Promise.all(stores.map((store, index) => store.add(request(`caller ${index}`), [])));
    expect(await namesIn(url)).toHaveLength(6);
    expect(await versionIn(ENGINE, url)).toBe(LATEST_VERSION);
  });

  test('leave a killed process the version before, and its successor goes on', async () => {
    const url = await createOlderStore(ENGINE);
    const reader = await connect(url);
    await reader.query('BEGIN; SELECT count(*) FROM callbacks');
    const killed = await spawnSite({ DATABASE_URL: url });
    const isWaiting = async () =>
      (
        await ENGINE.run(
          url,
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%claimed_at%'",
        )
      ).length > 0;
    await expect.poll(isWaiting).toBe(true);
    await end(killed.process, 'SIGKILL');
    expect(await versionIn(ENGINE, url)).toBe(1);
    await reader.query('COMMIT');
    await startSiteProcess({ DATABASE_URL: url });
    expect(await versionIn(ENGINE, url)).toBe(LATEST_VERSION);
    expect(await namesIn(url)).toHaveLength(3);
  });

  test('hold up no form of an older process while they wait for a reader', async () => {
    const url = await createOlderStore(ENGINE);
    const reader = await connect(url);
    await reader.query('BEGIN; SELECT count(*) FROM callbacks');
    const newer = openStoreAt(url);
    await expect(newer.deliveries.counts()).rejects.toThrow();
    await delay(0);
    const older = await connect(url);
    await older.query("UPDATE callbacks SET note = 'written meanwhile' WHERE number = 1");
    await reader.query('COMMIT');
    await expect.poll(() => newer.deliveries.counts().catch(() => null)).not.toBeNull();
    expect(await versionIn(ENGINE, url)).toBe(LATEST_VERSION);
  });

  test('end a start with a newer database by a line with both numbers', async () => {
    const url = await createOlderStore(ENGINE);
    await ENGINE.run(
      url,
      `CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, applied_at BIGINT NOT NULL);
       INSERT INTO schema_migrations VALUES (41, 0)`,
    );
    const site = await spawnSite({ DATABASE_URL: url });
    expect(await site.ended).toBe(1);
    const [line] = site.log().filter(({ level }) => level === 60);
    expect(line?.msg).toMatch(new RegExp(`version 41\\b.* up to ${LATEST_VERSION}\\b`));
  });
});
