import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  closedStoreWith,
  fileOf,
  namesIn,
  openAsCommand,
  openAsSite,
  request,
  saidBy,
} from '../../test/support/callbacks/sqlite-place.ts';

const SUPPORT = join(import.meta.dirname, '../../test/support/callbacks');
const formerOf = (dataDir: string) => join(dataDir, 'callbacks/callbacks.db');

/** The folder of a site of version 2. */
async function formerStoreWith(...names: string[]): Promise<string> {
  const dataDir = await closedStoreWith(...names);
  const database = new DatabaseSync(fileOf(dataDir));
  database.exec(
    'DROP TABLE callback_confirmations; DROP TABLE callback_schema; PRAGMA user_version = 2',
  );
  database.close();
  await mkdir(join(dataDir, 'callbacks'));
  await rename(fileOf(dataDir), formerOf(dataDir));
  await rename(join(dataDir, 'reserve'), join(dataDir, 'callbacks/reserve'));
  return dataDir;
}

test.each([
  'before renameSync callbacks.db',
  'after renameSync callbacks.db',
  'before rmSync callbacks/reserve',
  'after rmSync callbacks/reserve',
])('killed %s, the store of version 2 is taken over whole by the next start', async (moment) => {
  const dataDir = await formerStoreWith('Ann');
  // What a process that was killed leaves behind: a log that is not in the database yet.
  const running = new DatabaseSync(formerOf(dataDir));
  running.exec("PRAGMA journal_mode = WAL; UPDATE callbacks SET field_name = 'Bea'");
  const files = await Promise.all(
    ['', '-wal'].map(async (end) => [end, await readFile(formerOf(dataDir) + end)] as const),
  );
  running.close();
  for (const [end, bytes] of files) await writeFile(formerOf(dataDir) + end, bytes);
  const { signal } = spawnSync(
    process.execPath,
    [
      '--import',
      join(SUPPORT, 'kill-at.ts'),
      join(SUPPORT, 'callback-writer.ts'),
      dataDir,
      'x',
      '0',
    ],
    { env: { ...process.env, KILL_AT: moment } },
  );
  expect(signal).toBe('SIGKILL');
  const store = openAsSite(dataDir);
  await store.add(request('Cay'), []);
  await store.close();
  expect(await namesIn(dataDir)).toEqual(['Bea', 'Cay']);
  expect(await readdir(join(dataDir, 'callbacks'))).not.toContain('callbacks.db');
  expect(saidBy(store)).toEqual([]);
});

test('a store that a process of version 2 still has open is waited for', async () => {
  const dataDir = await formerStoreWith('Ann');
  const running = new DatabaseSync(formerOf(dataDir));
  onTestFinished(() => void (running.isOpen && running.close()));
  running.exec("PRAGMA journal_mode = WAL; UPDATE callbacks SET field_name = 'Bea'");
  await expect(openAsCommand(dataDir).counts()).rejects.toThrow('locked');
  expect((await readdir(dataDir)).sort()).toEqual(['callbacks']);
  running.close();
  await openAsSite(dataDir).add(request('Cay'), []);
  expect(await namesIn(dataDir)).toEqual(['Bea', 'Cay']);
});

test('a damaged store of version 2 is set aside, and one beside a store of this version is pointed out', async () => {
  const dataDir = await formerStoreWith('Ann');
  await writeFile(formerOf(dataDir), 'damaged');
  const store = openAsSite(dataDir);
  await store.add(request('Bea'), []);
  await store.close();
  const aside = (await readdir(dataDir)).find((name) => name.startsWith('site-damaged-')) as string;
  expect(await readFile(join(dataDir, aside), 'utf8')).toBe('damaged');
  await writeFile(formerOf(dataDir), 'of a site that was set back for a while');
  const next = openAsSite(dataDir);
  expect((await next.counts()).requests).toBe(1);
  expect(saidBy(next)).toMatchObject([
    { level: 40, file: join(dataDir, aside) },
    { level: 40, file: formerOf(dataDir) },
  ]);
});
