import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/blog.ts';
import { openDatabase } from './database.ts';
import { leaseSchema, onceForAll, unlessHeld } from './replicas.ts';

async function openLeases() {
  const config = { databaseUrl: null, dataDir: await temporaryFolder() };
  const database = openDatabase({ config, log: pino({ level: 'silent' }) }, [leaseSchema]);
  onTestFinished(() => database.close());
  return database;
}

test('work is done by one at a time, is free again when it ends or fails, and when its holder is silent for too long', async () => {
  const database = await openLeases();
  const LONG_MS = 60_000;
  const end = Promise.withResolvers<string>();
  const first = unlessHeld(database, 'work', LONG_MS, () => end.promise);
  const tryIt = (ms = LONG_MS) => unlessHeld(database, 'work', ms, async () => 'done');
  await expect.poll(() => tryIt()).toBeNull();
  expect(await unlessHeld(database, 'other work', LONG_MS, async () => 'done')).toBe('done');
  end.resolve('done');
  expect(await first).toBe('done');
  const fail = () => Promise.reject(new Error('no'));
  await expect(unlessHeld(database, 'work', LONG_MS, fail)).rejects.toThrow('no');
  expect(await tryIt()).toBe('done');
  void unlessHeld(database, 'work', 50, () => new Promise<never>(() => {}));
  await expect.poll(() => tryIt()).toBe('done');
});

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
