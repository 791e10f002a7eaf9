import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/blog.ts';
import { openDatabase } from './database.ts';
import { leaseSchema, onceForAll } from './replicas.ts';

async function openLeases() {
  const config = { databaseUrl: null, dataDir: await temporaryFolder() };
  const database = openDatabase({ config, log: pino({ level: 'silent' }) }, [leaseSchema]);
  onTestFinished(() => database.close());
  return database;
}

test('what is done once for all is taken over from a process that ended before it was done', async () => {
  const database = await openLeases();
  const done: string[] = [];
  const once = { database, name: 'work', leaseMs: 100, retryMs: 10 };
  void onceForAll(once, () => new Promise<never>(() => {}));
  await delay(10);
  await Promise.all(
    ['second', 'third', 'fourth'].map((who) =>
      onceForAll(once, async () => {
        done.push(who);
        return true;
      }),
    ),
  );
  expect(done).toHaveLength(1);
});
