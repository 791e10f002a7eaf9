import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/support/callbacks/postgres.ts';
import { openDatabase } from '../database/database.ts';
import { blogSchema, openLastCopy } from './last-copy.ts';

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.remove());

test('replicas that copy the same posts at once, each in its own order, lose none', async () => {
  const databaseUrl = server.newDatabase();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const replicas = [1, 2, 3].map(() => {
    const database = openDatabase({ config: { databaseUrl, dataDir: '' }, log }, [blogSchema]);
    onTestFinished(() => database.close());
    return openLastCopy({ database, source: { id: 'posts' }, log });
  });
  const slugs = Array.from({ length: 200 }, (_, number) => `post-${number}`);
  for (let revision = 0; revision < 10; revision += 1) {
    for (const [number, replica] of replicas.entries())
      for (const slug of number === 1 ? slugs.toReversed() : slugs)
        replica.write('post', slug, { slug, revision, of: number });
    await Promise.all(replicas.map((replica) => replica.written()));
  }
  expect(lines).toEqual([]);
  const { posts } = await (replicas[0] as (typeof replicas)[number]).read(slugs);
  expect(posts).toHaveLength(200);
});
