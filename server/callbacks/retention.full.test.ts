import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/blog.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { startSites } from '../../test/support/replicas.ts';
import { startSiteProcess } from '../../test/support/site-process.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('retention that is killed at its work, with the rows locked, is done by another replica', async () => {
  const DATABASE_URL = server.newDatabase('killed_retention');
  const [site] = await startSites(DATABASE_URL, 1);
  await site?.end();
  const sql = (statement: string) => server.sql('killed_retention', statement);
  await sql("INSERT INTO callbacks (id, received_at, fields) VALUES ('old', 0, '{}')");
  const locking = new pg.Client(DATABASE_URL);
  await locking.connect();
  await locking.query('BEGIN; LOCK TABLE callbacks IN SHARE ROW EXCLUSIVE MODE');
  const killed = await startSiteProcess({ DATABASE_URL });
  const atWork = () =>
    sql(`SELECT wait_event_type FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'DELETE FROM callbacks%'`);
  await expect.poll(atWork, { timeout: 10_000 }).toEqual(['Lock']);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(await sql('SELECT id FROM callbacks')).toEqual(['old']);
  await locking.query('ROLLBACK');
  await locking.end();
  await startSiteProcess({ DATABASE_URL });
  await expect.poll(() => sql('SELECT id FROM callbacks'), { timeout: 20_000 }).toEqual([]);
}, 60_000);

test('retention of the embedded database that is killed at its work is done by the next start', async () => {
  const DATA_DIR = await temporaryFolder();
  const site = await startSiteProcess({ DATA_DIR });
  site.process.kill('SIGTERM');
  await site.ended;
  const database = new DatabaseSync(join(DATA_DIR, 'site.db'));
  onTestFinished(() => database.close());
  database.exec(`INSERT INTO callbacks (id, received_at, fields)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
    SELECT 'id ' || n, 0, '{}' FROM numbers`);
  const count = () =>
    Number(database.prepare('SELECT count(*) AS count FROM callbacks').get()?.count);
  const killed = await startSiteProcess({ DATA_DIR });
  await expect.poll(count, { interval: 5 }).toBeLessThan(100_000);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(count()).toBeGreaterThan(0);
  await startSiteProcess({ DATA_DIR });
  await expect.poll(count, { timeout: 30_000 }).toBe(0);
}, 60_000);

test('replicas that erase at the same moment erase all that is due and nothing else', async () => {
  const DATABASE_URL = server.newDatabase('shared_retention');
  const [site] = await startSites(DATABASE_URL, 1);
  await site?.end();
  const sql = (statement: string) => server.sql('shared_retention', statement);
  await sql(`INSERT INTO callbacks (id, received_at, fields)
    SELECT 'id ' || n, n, '{}' FROM generate_series(1, 20000) AS n`);
  await sql(`INSERT INTO callbacks (id, received_at, fields) VALUES ('kept', ${Date.now()}, '{}')`);
  const sites = await startSites(DATABASE_URL, 3);
  await expect.poll(() => sql('SELECT id FROM callbacks'), { timeout: 20_000 }).toEqual(['kept']);
  for (const { metrics } of sites)
    expect((await metrics.storeErrors.get()).values[0]?.value).toBe(0);
}, 60_000);
