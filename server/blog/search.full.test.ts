import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSearch, startSearchedSite } from '../../test/support/blog-search.ts';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('PostgreSQL finds what SQLite finds', async () => {
  await checkSearch({ DATABASE_URL: server.newDatabase() });
});

test('a post with characters that PostgreSQL cannot index is copied all the same', async () => {
  const name = 'characters';
  const { service, blog, titles } = await startSearchedSite(50, {
    DATABASE_URL: server.newDatabase(name),
  });
  service.edit('post-2', { title: 'Half a sign: \ud83d and \u0000' });
  service.edit('post-3', { title: 'Written after it' });
  await blog.refresh();
  await expect.poll(() => titles('written')).toEqual(['Written after it']);
  const copied = `SELECT count(*) FROM blog_copy WHERE value LIKE '%Half a sign%' AND kind = 'post'`;
  expect(await server.sql(name, copied)).toEqual(['1']);
});
