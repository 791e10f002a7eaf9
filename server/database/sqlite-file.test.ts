import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  closedStoreWith,
  fileOf,
  namesIn,
  newDataDir,
  openAsCommand,
  openAsSite,
  request,
  saidBy,
} from '../../test/support/callbacks/sqlite-place.ts';
import { readCallbacks } from '../../test/support/callbacks/stored-callbacks.ts';

/** What was set aside. */
const asideIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.includes('damaged')).toSorted();

/** The folders that a process syncs as it opens a store, in order: Node traces each call. */
async function foldersSyncedBy(dataDir: string): Promise<string[]> {
  const trace = join(dataDir, 'trace.json');
  const writer = join(import.meta.dirname, '../../test/support/callbacks/callback-writer.ts');
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

test('the files are readable by the site alone, even if they were not before', async () => {
  const dataDir = await newDataDir();
  await openAsSite(dataDir).add(request('Ann'), []);
  for (const suffix of ['', '-shm', '-wal']) await chmod(fileOf(dataDir) + suffix, 0o666);
  await openAsSite(dataDir).add(request('Bea'), []);
  const names = await readdir(dataDir);
  expect(names.sort()).toEqual(['reserve', 'site.db', 'site.db-shm', 'site.db-wal']);
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
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
    const store = openAsSite(dataDir);
    await store.add(request('Bea'), []);
    const [asideName = '', ...others] = await asideIn(dataDir);
    expect(others.filter((name) => !name.startsWith(asideName))).toEqual([]);
    expect(asideName).toMatch(/^site-damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/);
    expect(await readFile(join(dataDir, asideName))).toEqual(spoilt);
    expect(saidBy(store)).toMatchObject([{ level: 50, file: join(dataDir, asideName) }]);
    await store.close();
    expect(await namesIn(dataDir)).toEqual(['Bea']);
    const next = openAsSite(dataDir);
    await next.counts();
    expect(saidBy(next)).toMatchObject([{ level: 40, file: join(dataDir, asideName) }]);
  },
);

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);

/** A closed store of fifty requests that came 40 days ago, and 20. */
async function agedStore(): Promise<string> {
  const dataDir = await newDataDir();
  const store = openAsSite(dataDir);
  onTestFinished(() => void vi.useRealTimers());
  for (const [days, caller] of [
    [40, 'early'],
    [20, 'late'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(days) });
    for (let number = 0; number < 50; number++) await store.add(request(`${caller} ${number}`), []);
    vi.useRealTimers();
  }
  await store.close();
  return dataDir;
}

/** Spoils the page where this is found first: by default the first. */
async function spoil(dataDir: string, text = 'SQLite'): Promise<void> {
  const bytes = await readFile(fileOf(dataDir));
  const page = Math.floor(bytes.indexOf(text) / 4096);
  await writeFile(fileOf(dataDir), bytes.fill('x', page * 4096, (page + 1) * 4096));
}

test('of a damaged database that can be read each request is erased when it is due, and those that came later stay', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir, 'late 25');
  const store = openAsSite(dataDir);
  await store.counts();
  expect((await store.metrics.storeErrors.get()).values[0]?.value, 'alerted').toBe(1);
  const aside = async () => {
    const [name] = await asideIn(dataDir);
    return name && readFile(join(dataDir, name), 'latin1');
  };
  const before = await aside();
  await store.purge(daysAgo(41));
  expect((await aside()) === before, 'it is as it was').toBe(true);
  await store.purge(daysAgo(21));
  const after = (await aside()) as string;
  expect([after.includes('early'), after.includes('late 0')]).toEqual([false, true]);
  await store.purge(daysAgo(19));
  expect(await asideIn(dataDir)).toEqual([]);
});

test('a database that is too damaged to erase in goes as a whole when its oldest request is due', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir, 'early 25');
  const store = openAsSite(dataDir);
  await store.purge(daysAgo(41));
  expect(await asideIn(dataDir)).not.toEqual([]);
  await store.purge(daysAgo(39));
  expect(await asideIn(dataDir)).toEqual([]);
});

test('a damaged database that cannot be read is erased as if its requests had come when it was last written to', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir);
  await utimes(fileOf(dataDir), daysAgo(20), daysAgo(20));
  const store = openAsSite(dataDir);
  await store.purge(daysAgo(21));
  expect(await asideIn(dataDir)).not.toEqual([]);
  await store.purge(daysAgo(19));
  expect(await asideIn(dataDir)).toEqual([]);
});

test('two damaged databases with the same newest request are both kept', async () => {
  const dataDir = await closedStoreWith('Ann');
  const spoilt = (await readFile(fileOf(dataDir))).fill('x', 0, 100);
  for (let damage = 0; damage < 2; damage++) {
    await writeFile(fileOf(dataDir), spoilt);
    await utimes(fileOf(dataDir), daysAgo(1), daysAgo(1));
    const store = openAsSite(dataDir);
    await store.counts();
    await store.close();
  }
  expect((await asideIn(dataDir)).filter((name) => name.endsWith('.db'))).toHaveLength(2);
});

test('what only looks like something that was set aside is left alone', async () => {
  const dataDir = await closedStoreWith('Ann');
  const store = openAsSite(dataDir);
  await mkdir(join(dataDir, 'callbacks-damaged-2026-01-01T00-00-00'));
  await mkdir(join(dataDir, 'my-callbacks-damaged-2026-01-01T00-00-00'));
  await store.purge(new Date('2026-01-02'));
  const folders = (await readdir(dataDir)).filter((name) => name.includes('damaged'));
  expect(folders).toEqual(['my-callbacks-damaged-2026-01-01T00-00-00']);
});

test('requests from an earlier version are pointed out at every start, and left alone', async () => {
  const dataDir = await closedStoreWith();
  const store = openAsSite(dataDir);
  await store.counts();
  await store.close();
  await mkdir(join(dataDir, 'callbacks'));
  const old = join(dataDir, 'callbacks/00000001.journal');
  await writeFile(old, 'an earlier record');
  const next = openAsSite(dataDir);
  await next.add(request('Ann'), []);
  expect(saidBy(next)).toMatchObject([
    { level: 40, file: old, msg: expect.stringContaining('earlier version') },
  ]);
  expect(await readFile(old, 'utf8')).toBe('an earlier record');
});

test('a command finds no store where there is none, and creates none', async () => {
  const dataDir = await newDataDir();
  await expect(openAsCommand(dataDir).counts()).rejects.toThrow('there is no database');
  expect(await readdir(dataDir)).toEqual([]);
});

test('a command leaves a damaged store where it is, and a site one that is not a file', async () => {
  const dataDir = await newDataDir();
  await writeFile(fileOf(dataDir), 'damaged');
  await expect(openAsCommand(dataDir).counts()).rejects.toThrow('not a database');
  await rm(fileOf(dataDir));
  await mkdir(fileOf(dataDir));
  await expect(openAsSite(dataDir).counts()).rejects.toThrow('unable to open');
  expect(await readdir(dataDir)).toEqual(['site.db']);
});

test('the folder of a new store, and of one that was set aside, is synced for a power cut', async () => {
  const dataDir = await newDataDir();
  const first = await foldersSyncedBy(dataDir);
  expect(first).toEqual([dataDir]);
  await writeFile(fileOf(dataDir), 'damaged');
  expect(await foldersSyncedBy(dataDir)).toEqual([dataDir, ...first]);
});

test('a store made before a field was added gets its column, and its contents stay', async () => {
  const dataDir = await closedStoreWith('Ann');
  const database = new DatabaseSync(fileOf(dataDir));
  database.exec('ALTER TABLE callbacks DROP COLUMN field_email');
  database.close();
  const store = openAsSite(dataDir);
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
  database.exec(
    'UPDATE callback_schema SET version = 99; ALTER TABLE callbacks ADD COLUMN later TEXT',
  );
  await openAsSite(dataDir).add(request('Bea'), []);
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea']);
  expect(database.prepare('SELECT * FROM callback_schema').all()).toEqual([{ version: 99 }]);
});
