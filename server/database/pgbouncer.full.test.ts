import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPgBouncer } from '../../test/support/callbacks/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { namesIn } from '../../test/support/callbacks/stores.ts';
import { postForm, startBlogs, startSites } from '../../test/support/replicas.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('behind PgBouncer in transaction mode replicas make their tables together and know what one was told', async () => {
  const DATABASE_URL = await startPgBouncer(server.newDatabase());
  const { service, sites, publish } = await startBlogs(DATABASE_URL, 3);
  const { length } = service.calls;
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-2', { slug: 'renamed' });
  service.unpublish('post-3');
  await publish();
  const asked = service.calls.length - length;
  const status = async (url: string, path: string) =>
    (await fetch(url + path, { redirect: 'manual' })).status;
  for (const { url } of sites) {
    await expect.poll(() => status(url, '/blogs/post-2')).toBe(301);
    await expect.poll(() => status(url, '/blogs/post-3')).toBe(410);
    const text = async () => (await fetch(`${url}/blogs/post-1`)).text();
    await expect.poll(text).toContain('Corrected');
  }
  expect(service.calls.length - length - asked).toBeLessThanOrEqual(4 * asked);
  for (const { lines } of sites)
    expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
});

test('behind PgBouncer in transaction mode replicas have a limit for forms each and lose none that they took', async () => {
  const DATABASE_URL = await startPgBouncer(server.newDatabase());
  const sites = await startSites(DATABASE_URL, 3, { CONTACT_RATE_LIMIT: '5' });
  const post = (form: number, client: string) =>
    postForm(sites[form % 3]?.url as string, client, form);
  const numbers = Array.from({ length: 60 }, (_, number) => number);
  const ofOne = await Promise.all(numbers.map((number) => post(number, '192.0.2.1')));
  expect(ofOne.filter((status) => status === 200)).toHaveLength(15);
  expect(ofOne.filter((status) => status === 429)).toHaveLength(45);
  const ofMany = await Promise.all(
    numbers.map((number) => post(100 + number, `198.51.100.${number}`)),
  );
  expect(ofMany).toEqual(numbers.map(() => 200));
  expect(await namesIn(DATABASE_URL)).toHaveLength(75);
});

test('a replica never has more connections than its pool, whatever is asked of it', async () => {
  const DATABASE_URL = server.newDatabase();
  const [site] = await startSites(DATABASE_URL, 1, { DATABASE_POOL: '2' });
  const watcher = new pg.Client(server.newDatabase());
  await watcher.connect();
  onTestFinished(() => watcher.end());
  let isOver = false;
  const counts: number[] = [];
  const watch = async () => {
    while (!isOver) {
      const { rows } = await watcher.query(
        'SELECT count(*) FROM pg_stat_activity WHERE datname = $1',
        [new URL(DATABASE_URL).pathname.slice(1)],
      );
      counts.push(Number(rows[0].count));
    }
  };
  const watching = watch();
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, form) => postForm(site?.url as string, '192.0.2.1', form)),
  );
  isOver = true;
  await watching;
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(Math.max(...counts)).toBe(2);
});
