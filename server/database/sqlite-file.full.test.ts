import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import {
  closedStoreWith,
  databasePath,
  logEntries,
  namesIn,
  openAsCommand,
  openAsSite,
  readCallbacks,
  request,
} from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { setErrorLogger } from '../ops/async.ts';

/** Returns the names of the quarantined files. */
const quarantinedIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.includes('damaged')).toSorted();

test('makes its folder and those above it, and gives up where none can be made', async () => {
  const dataDir = join(temporaryFolder(), 'no', 'such', 'folder');
  await openAsSite(dataDir).add(request('Ann'), []);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  // There Node's own recursive way never ends.
  for (const path of ['/proc/none', '/proc/none/either'])
    await expect(openAsSite(path).add(request('Bea'), []), path).rejects.toThrow('mkdir');
});

test('makes the files readable by the site alone, even if they were not before', async () => {
  const dataDir = temporaryFolder();
  await openAsSite(dataDir).add(request('Ann'), []);
  for (const suffix of ['', '-shm', '-wal']) await chmod(databasePath(dataDir) + suffix, 0o666);
  await openAsSite(dataDir).add(request('Bea'), []);
  const names = await readdir(dataDir);
  expect(names.sort()).toEqual(['site.db', 'site.db-shm', 'site.db-wal', 'site.pid']);
  for (const name of names) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
});

test.each([
  ['a corrupt first page', (bytes: Buffer) => bytes.fill('x', 0, 100)],
  ['corrupt later pages', (bytes: Buffer) => bytes.fill('x', 4096, bytes.length - 4096)],
  ['truncation to a half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
])(
  'quarantines a database damaged by %s, logs an error and creates a new one',
  async (_, spoil) => {
    const callers = Array.from({ length: 20 }, (_, number) => `caller ${number}`);
    const dataDir = await closedStoreWith(...callers);
    const spoilt = spoil(await readFile(databasePath(dataDir)));
    await writeFile(databasePath(dataDir), spoilt);
    const store = openAsSite(dataDir);
    await store.add(request('Bea'), []);
    const [quarantineName = '', ...others] = await quarantinedIn(dataDir);
    expect(others.filter((name) => !name.startsWith(quarantineName))).toEqual([]);
    expect(quarantineName).toMatch(/^site-damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.db$/);
    const file = join(dataDir, quarantineName);
    expect(await readFile(file)).toEqual(spoilt);
    expect(logEntries(store)).toMatchObject([
      { level: 50, file, msg: expect.stringContaining('with nothing deleted') },
    ]);
    await store.close();
    expect(await namesIn(dataDir)).toEqual(['Bea']);
    const next = openAsSite(dataDir);
    await next.deliveries.counts();
    expect(logEntries(next)).toMatchObject([
      { level: 40, file, msg: 'a database that was set aside still contains callback requests' },
    ]);
  },
);

test('fails a command when there is no store, and creates none', async () => {
  const dataDir = temporaryFolder();
  await expect(openAsCommand(dataDir).deliveries.counts()).rejects.toThrow('there is no database');
  expect(await readdir(dataDir)).toEqual([]);
});

test('leaves a damaged store in place when a command opens it, and a folder for a site', async () => {
  const dataDir = temporaryFolder();
  await writeFile(databasePath(dataDir), 'damaged');
  await expect(openAsCommand(dataDir).deliveries.counts()).rejects.toThrow('not a database');
  await rm(databasePath(dataDir));
  await mkdir(databasePath(dataDir));
  await expect(openAsSite(dataDir).deliveries.counts()).rejects.toThrow('unable to open');
  expect(await readdir(dataDir)).toEqual(['site.db']);
});

test('logs each failed attempt to open once', async () => {
  const dataDir = temporaryFolder();
  await mkdir(databasePath(dataDir));
  const logBackground = vi.fn();
  setErrorLogger({ error: logBackground });
  const store = openAsSite(dataDir);
  await expect(store.deliveries.counts()).rejects.toThrow('unable to open');
  await expect.poll(() => logEntries(store).length).toBeGreaterThan(2);
  expect(logBackground).not.toHaveBeenCalled();
});

test('reads requests from before a field was added without it', async () => {
  const dataDir = await closedStoreWith('Ann');
  const database = new DatabaseSync(databasePath(dataDir));
  database.exec("UPDATE callbacks SET fields = json_remove(fields, '$.email')");
  database.close();
  const store = openAsSite(dataDir);
  await store.add(request('Bea'), []);
  expect((await readCallbacks(dataDir)).map(({ fields }) => [fields.name, fields.email])).toEqual([
    ['Ann', ''],
    ['Bea', 'ann@example.com'],
  ]);
});
