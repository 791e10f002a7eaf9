import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  callersOf,
  closedStoreWith,
  databasePath,
  logEntries,
  namesIn,
  openAsCommand,
  openAsSite,
  request,
} from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { openCallbackStore } from '../callbacks/store/callback-store.ts';
import { openDatabase } from './database.ts';

/** The longest wait for a store that does not respond: docs/interface.md. */
const ANSWER_LIMIT_MS = 5500;

test('rejects requests while the store cannot be opened, and accepts them afterwards', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await writeFile(dataDir, 'not a directory');
  const store = openAsSite(dataDir);
  await expect(store.add(request('Ann'), [])).rejects.toThrow();
  expect(store.opened).toBe(false);
  await expect.poll(() => store.lines.length).toBeGreaterThan(2);
  const { values } = await store.metrics.storeErrors.get();
  expect(values[0]?.value, 'each attempt is counted').toBe(store.lines.length);
  for (const line of logEntries(store))
    expect(line).toMatchObject({
      ...{ level: 50, err: { code: 'EEXIST' } },
      msg: 'the database cannot be opened: callback requests are refused until it can',
    });
  await rm(dataDir);
  await expect.poll(() => store.opened).toBe(true);
  await store.add(request('Ann'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
});

test('stops trying to open a store once it is closed', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  await writeFile(dataDir, 'not a directory');
  const store = openAsSite(dataDir);
  await store.close();
  expect(store.lines).toEqual([]);
});

test('rejects a request to a store that never opens', async () => {
  const config = { databaseUrl: null, dataDir: temporaryFolder() };
  const openAfter = new Promise<void>(() => {});
  const store = openCallbackStore({ config, log: pino({ level: 'silent' }), openAfter });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const refused = expect(store.add(request('Ann'), [])).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
  await refused;
});

test('rejects a command with the reason', async () => {
  const store = openAsCommand(await closedStoreWith('Ann'));
  await store.add({ id: 'taken', ...request('Bea') }, []);
  await expect(store.add({ id: 'taken', ...request('Cay') }, [])).rejects.toThrow('UNIQUE');
});

test('rejects writes after the database file is removed', async () => {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  await store.add(request('Ann'), []);
  await rename(databasePath(dataDir), join(dataDir, 'gone'));
  await expect(store.add(request('Bea'), [])).rejects.toThrow();
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  expect(await namesIn(dataDir)).toEqual(['Bea']);
  expect(store.opened).toBe(true);
});

test.each([
  ['is ended', 'Error', (thread: Worker) => thread.terminate()],
  ['fails', 'TypeError', (thread: Worker) => thread.postMessage(null)],
])('settles every promise when the thread %s, and replaces it', async (_, type, end) => {
  const dataDir = temporaryFolder();
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const store = openAsSite(dataDir);
  await store.add(request('Ann'), []);
  const results = Promise.allSettled(
    Array.from({ length: 50 }, (_, number) => store.add(request(`caller ${number}`), [])),
  );
  await end(threads[0] as Worker);
  const acknowledged = (await results).filter(({ status }) => status === 'fulfilled').length;
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  expect(threads).toHaveLength(2);
  const msg = 'the database connection was lost; opening it again';
  expect(logEntries(store)).toMatchObject([{ level: 50, err: { type }, msg }]);
  expect((await callersOf(store)).length).toBeGreaterThanOrEqual(acknowledged + 2);
});

test('rejects a job that cannot be cloned, without ending the thread', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const config = { databaseUrl: null, dataDir: temporaryFolder() };
  const database = openDatabase({ config, log: pino({ level: 'silent' }) });
  const notCloneable = (() => {}) as never;
  await expect(database.run(['SELECT $1', notCloneable])).rejects.toThrow('cloned');
  await database.close();
  await delay(0);
  expect(unhandled).toEqual([]);
});

test('rejects each request by its own deadline while the database is locked', async () => {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  await store.add(request('Ann'), []);
  const other = new DatabaseSync(databasePath(dataDir));
  other.exec('BEGIN IMMEDIATE');
  expect(await callersOf(store), 'reading goes on').toEqual(['Ann']);
  // By SQLite, which has waited: five one after the other would take longer than a visitor waits.
  const failure = { status: 'rejected', reason: { name: 'SqliteFailure', code: 'SQLITE 5' } };
  const names = ['Bea', 'Cay', 'Dee', 'Eve', 'Flo'];
  const refused = await Promise.allSettled(names.map((name) => store.add(request(name), [])));
  expect(refused).toMatchObject(names.map(() => failure));
  other.close();
  await store.add(request('Bea'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
});

test('waits for another process that locks the database for a moment', async () => {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  await store.add(request('Ann'), []);
  const other = new DatabaseSync(databasePath(dataDir));
  other.exec('BEGIN IMMEDIATE');
  const added = store.add(request('Bea'), []);
  setTimeout(() => other.close(), 200);
  await added;
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
});

test('removes deleted data from the disk as soon as no reader is left', async () => {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  const onDisk = async () => {
    const files = (await readdir(dataDir)).map((name) => readFile(join(dataDir, name), 'latin1'));
    return (await Promise.all(files)).join().includes('a canary');
  };
  const add = () => store.add({ id: 'canary', ...request('a canary') }, []);
  await add();
  expect(await onDisk()).toBe(true);
  await store.erase('canary');
  await expect.poll(onDisk).toBe(false);
  await add();
  const reader = new DatabaseSync(databasePath(dataDir));
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT * FROM callbacks');
  await store.erase('canary');
  expect(await onDisk()).toBe(true);
  reader.exec('COMMIT');
  await expect.poll(onDisk).toBe(false);
});
