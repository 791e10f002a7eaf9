import { execFile } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readCallbacks } from '../../../test/support/callbacks/stored-callbacks.ts';
import { typed } from '../../../test/support/typed.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { openStore } from './open.ts';

const request = (name: string) => ({
  fields: typed({
    name,
    mobile: '07700 900123',
    email: 'ann@example.com',
    message: 'x'.repeat(900),
  }),
  flags: [],
});

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sqlite-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

function open(dataDir: string) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const config = { callbackStore: null, dataDir };
  const store = openStore({ config, log, metrics, retryMs: 50 });
  onTestFinished(() => store.close());
  return Object.assign(store, { lines, metrics });
}

/** Like `npm run callbacks`. */
function openAsCommand(dataDir: string) {
  const config = { callbackStore: null, dataDir };
  const store = openStore({ config, log: pino({ level: 'silent' }), create: false });
  onTestFinished(() => store.close());
  return store;
}

const saidBy = ({ lines }: { lines: string[] }) => lines.map((line) => JSON.parse(line));
const folderOf = (dataDir: string) => join(dataDir, 'callbacks');
const fileOf = (dataDir: string) => join(folderOf(dataDir), 'callbacks.db');
const namesIn = async (place: string) =>
  (await readCallbacks(place)).map(({ fields }) => fields.name);

async function closedStoreWith(...names: string[]): Promise<string> {
  const dataDir = await newDataDir();
  const store = open(dataDir);
  for (const name of names) await store.add(request(name), ['php']);
  await store.close();
  return dataDir;
}

/** The folders that a process syncs as it opens a store, in order: Node traces each call. */
async function foldersSyncedBy(dataDir: string): Promise<string[]> {
  const trace = join(dataDir, 'trace.json');
  const writer = join(import.meta.dirname, '../../../test/support/callbacks/callback-writer.ts');
  await promisify(execFile)(process.execPath, [
    '--trace-event-categories=node.fs.async',
    `--trace-event-file-pattern=${trace}`,
    ...[writer, dataDir, 'caller', '1'],
  ]);
  const { traceEvents } = JSON.parse(await readFile(trace, 'utf8')) as {
    traceEvents: { name: string; ph: string; args: { path?: string } }[];
  };
  const began = traceEvents.filter(({ ph }) => ph === 'b');
  return began.flatMap(({ name }, index) => {
    const opened = began.slice(0, index).findLast(({ name }) => name === 'open');
    return name === 'fsync' && opened?.args.path ? opened.args.path : [];
  });
}

test('folder and files are readable by the site alone, even if they were not before', async () => {
  const dataDir = await newDataDir();
  await open(dataDir).add(request('Ann'), []);
  await chmod(folderOf(dataDir), 0o777);
  for (const suffix of ['', '-shm', '-wal']) await chmod(fileOf(dataDir) + suffix, 0o666);
  await open(dataDir).add(request('Bea'), []);
  const names = await readdir(folderOf(dataDir));
  expect(names.sort()).toEqual(['callbacks.db', 'callbacks.db-shm', 'callbacks.db-wal', 'reserve']);
  for (const name of names)
    expect((await stat(join(folderOf(dataDir), name))).mode & 0o777).toBe(0o600);
  expect((await stat(folderOf(dataDir))).mode & 0o777).toBe(0o700);
});

test.each([
  ['a spoilt first page', (bytes: Buffer) => bytes.fill('x', 0, 100)],
  ['a spoilt page in the middle', (bytes: Buffer) => bytes.fill('x', 4096, bytes.length - 4096)],
  ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])(
  '%s: a damaged database is set aside as it was, said loudly, and a new one begun',
  async (_, spoil) => {
    const callers = Array.from({ length: 50 }, (_, number) => `caller ${number}`);
    const dataDir = await closedStoreWith(...callers);
    const spoilt = spoil(await readFile(fileOf(dataDir)));
    await writeFile(fileOf(dataDir), spoilt);
    await writeFile(`${fileOf(dataDir)}-wal`, '');
    const store = open(dataDir);
    await store.add(request('Bea'), []);
    const [asideName = '', ...others] = (await readdir(dataDir)).filter((n) => n !== 'callbacks');
    expect(others).toEqual([]);
    expect(asideName).toMatch(/^callbacks-damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
    expect(await readFile(join(dataDir, asideName, 'callbacks.db'))).toEqual(spoilt);
    expect(saidBy(store)).toMatchObject([{ level: 50, folder: join(dataDir, asideName) }]);
    await store.close();
    expect(await namesIn(dataDir)).toEqual(['Bea']);
    const next = open(dataDir);
    await next.counts();
    expect(saidBy(next)).toMatchObject([{ level: 40, folder: join(dataDir, asideName) }]);
  },
);

test('a damaged database that was set aside is kept as long as requests are, and then erased', async () => {
  const dataDir = await closedStoreWith('Ann');
  await mkdir(join(dataDir, 'callbacks-damaged-2026-11-01T00-00-00'), { recursive: true });
  await mkdir(join(dataDir, 'my-callbacks-damaged-2026-01-01T00-00-00'));
  const store = open(dataDir);
  const folders = async () => (await readdir(dataDir)).toSorted();
  await store.purge(new Date('2026-11-01'));
  expect(await folders()).toHaveLength(3);
  await store.purge(new Date('2026-11-02'));
  expect(await folders()).toEqual(['callbacks', 'my-callbacks-damaged-2026-01-01T00-00-00']);
});

test('requests from an earlier version are pointed out at every start, and left alone', async () => {
  const dataDir = await closedStoreWith();
  const store = open(dataDir);
  await store.counts();
  await store.close();
  const old = join(folderOf(dataDir), '00000001.journal');
  await writeFile(old, 'an earlier record');
  const next = open(dataDir);
  await next.add(request('Ann'), []);
  expect(saidBy(next)).toMatchObject([
    { level: 40, folder: folderOf(dataDir), msg: expect.stringContaining('*.journal') },
  ]);
  expect(await readFile(old, 'utf8')).toBe('an earlier record');
});

test('a store that cannot be opened refuses requests, and accepts them as soon as it can', async () => {
  const dataDir = join(await newDataDir(), 'data');
  await writeFile(dataDir, 'not a directory');
  const store = open(dataDir);
  await expect(store.add(request('Ann'), [])).rejects.toThrow();
  expect(store.opened).toBe(false);
  await expect.poll(() => store.lines.length).toBeGreaterThan(2);
  const { values } = await store.metrics.storeErrors.get();
  expect(values[0]?.value, 'each attempt is counted').toBe(store.lines.length);
  for (const line of saidBy(store))
    expect(line).toMatchObject({ level: 50, err: { code: 'ENOTDIR' } });
  await rm(dataDir);
  await expect.poll(() => store.opened).toBe(true);
  await store.add(request('Ann'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
});

test('a store that cannot be opened is left alone once it is closed', async () => {
  const dataDir = join(await newDataDir(), 'data');
  await writeFile(dataDir, 'not a directory');
  const store = open(dataDir);
  await store.close();
  expect(store.lines).toEqual([]);
});

test('a command finds no store where there is none, and creates none', async () => {
  const dataDir = await newDataDir();
  await expect(openAsCommand(dataDir).counts()).rejects.toThrow('there is no callback store');
  expect(await readdir(dataDir)).toEqual([]);
});

test('a command learns why something was refused', async () => {
  const store = openAsCommand(await closedStoreWith('Ann'));
  await store.add({ id: 'taken', ...request('Bea') }, []);
  await expect(store.add({ id: 'taken', ...request('Cay') }, [])).rejects.toThrow('UNIQUE');
});

test('a command leaves a damaged store where it is, and a site one that is not a file', async () => {
  const dataDir = await newDataDir();
  await mkdir(folderOf(dataDir));
  await writeFile(fileOf(dataDir), 'damaged');
  await expect(openAsCommand(dataDir).counts()).rejects.toThrow('not a database');
  await rm(fileOf(dataDir));
  await mkdir(fileOf(dataDir));
  await expect(open(dataDir).counts()).rejects.toThrow('unable to open');
  expect(await readdir(dataDir)).toEqual(['callbacks']);
});

test('a store that is removed under the running site is noticed, not written into the void', async () => {
  const dataDir = await newDataDir();
  const store = open(dataDir);
  await store.add(request('Ann'), []);
  await rename(folderOf(dataDir), join(dataDir, 'gone'));
  await expect(store.add(request('Bea'), [])).rejects.toThrow();
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  expect(await namesIn(dataDir)).toEqual(['Bea']);
  expect(store.opened).toBe(true);
});

test.each([
  ['is ended', 'Error', (thread: Worker) => thread.terminate()],
  ['fails', 'TypeError', (thread: Worker) => thread.postMessage(null)],
])('a thread that %s leaves no promise unsettled, and is replaced', async (_, type, end) => {
  const dataDir = await newDataDir();
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const store = open(dataDir);
  await store.add(request('Ann'), []);
  const results = Promise.allSettled(
    Array.from({ length: 50 }, (_, number) => store.add(request(`caller ${number}`), [])),
  );
  await end(threads[0] as Worker);
  const acknowledged = (await results).filter(({ status }) => status === 'fulfilled').length;
  await expect.poll(() => store.add(request('Bea'), []).catch(() => null)).not.toBeNull();
  expect(threads).toHaveLength(2);
  expect(saidBy(store)).toMatchObject([{ level: 50, err: { type } }]);
  expect((await store.counts()).requests).toBeGreaterThanOrEqual(acknowledged + 2);
});

test('while another process holds the database a request is refused, and nothing hangs', async () => {
  const dataDir = await newDataDir();
  const store = open(dataDir);
  await store.add(request('Ann'), []);
  const other = new DatabaseSync(fileOf(dataDir));
  other.exec('BEGIN IMMEDIATE');
  expect((await store.counts()).requests, 'reading goes on').toBe(1);
  const refused = ['Bea', 'Cay'].map((name) => store.add(request(name), []));
  for (const result of await Promise.allSettled(refused))
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { name: 'SqliteFailure', code: 'SQLITE 5' },
    });
  other.close();
  await store.add(request('Bea'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
});

test('a request waits for another process that holds the database for a moment', async () => {
  const dataDir = await newDataDir();
  const store = open(dataDir);
  await store.add(request('Ann'), []);
  const other = new DatabaseSync(fileOf(dataDir));
  other.exec('BEGIN IMMEDIATE');
  const added = store.add(request('Bea'), []);
  setTimeout(() => other.close(), 200);
  await added;
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
});

test('what was erased is off the disk as soon as nobody reads it any more', async () => {
  const dataDir = await newDataDir();
  const store = open(dataDir);
  const onDisk = async () => {
    const names = (await readdir(folderOf(dataDir))).filter((name) => name !== 'reserve');
    const files = names.map((name) => readFile(join(folderOf(dataDir), name), 'latin1'));
    return (await Promise.all(files)).join().includes('a canary');
  };
  const add = () => store.add({ id: 'canary', ...request('a canary') }, []);
  await add();
  expect(await onDisk()).toBe(true);
  await store.erase('canary');
  await expect.poll(onDisk).toBe(false);
  await add();
  const reader = new DatabaseSync(fileOf(dataDir));
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT * FROM callbacks');
  await store.erase('canary');
  expect(await onDisk()).toBe(true);
  reader.exec('COMMIT');
  await expect.poll(onDisk).toBe(false);
});

test('room for a full disk is kept by the site, and left alone by a command', async () => {
  const dataDir = await closedStoreWith('Ann');
  const reserve = join(folderOf(dataDir), 'reserve');
  await rm(reserve);
  const command = openAsCommand(dataDir);
  await command.erase('unknown');
  await command.close();
  expect(await readdir(folderOf(dataDir))).toEqual(['callbacks.db']);
  const site = open(dataDir);
  await expect.poll(() => readdir(folderOf(dataDir))).toContain('reserve');
  await rm(reserve);
  await site.erase('unknown');
  await expect.poll(() => readdir(folderOf(dataDir))).toContain('reserve');
});

test('the folders of a new store, and of one that was set aside, are synced for a power cut', async () => {
  const dataDir = await newDataDir();
  const first = await foldersSyncedBy(dataDir);
  expect(first).toEqual([folderOf(dataDir), dataDir]);
  await writeFile(fileOf(dataDir), 'damaged');
  expect(await foldersSyncedBy(dataDir)).toEqual([dataDir, ...first]);
});

test('a store made before a field was added gets its column, and its contents stay', async () => {
  const dataDir = await closedStoreWith('Ann');
  const database = new DatabaseSync(fileOf(dataDir));
  database.exec('ALTER TABLE callbacks DROP COLUMN field_email');
  database.close();
  const store = open(dataDir);
  await store.add(request('Bea'), []);
  expect((await readCallbacks(dataDir)).map(({ fields }) => [fields.name, fields.email])).toEqual([
    ['Ann', ''],
    ['Bea', 'ann@example.com'],
  ]);
});

test('a store that a later version has changed is used as it is', async () => {
  const dataDir = await closedStoreWith('Ann');
  const database = new DatabaseSync(fileOf(dataDir));
  onTestFinished(() => database.close());
  database.exec('PRAGMA user_version = 99; ALTER TABLE callbacks ADD COLUMN later TEXT');
  await open(dataDir).add(request('Bea'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
});
