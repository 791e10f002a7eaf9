import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  await sql("INSERT INTO callbacks (id, received_at, flags) VALUES ('old', 0, '')");
  const locking = new pg.Client(DATABASE_URL);
  await locking.connect();
  await locking.query('BEGIN; LOCK TABLE callbacks IN SHARE ROW EXCLUSIVE MODE');
  const killed = await startSiteProcess({ DATABASE_URL });
  const held = () => sql("SELECT name FROM leases WHERE name = 'retention' AND until > 0");
  await expect.poll(held, { timeout: 10_000 }).toEqual(['retention']);
  killed.process.kill('SIGKILL');
  await killed.ended;
  expect(await sql('SELECT id FROM callbacks')).toEqual(['old']);
  await locking.query('ROLLBACK');
  await locking.end();
  await startSiteProcess({ DATABASE_URL });
  await expect.poll(() => sql('SELECT id FROM callbacks'), { timeout: 20_000 }).toEqual([]);
}, 60_000);
