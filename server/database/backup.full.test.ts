import { execFile } from 'node:child_process';
import { chown, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  callersOf,
  closedStoreWith,
  fileOf,
  namesIn,
  newDataDir,
  openAsSite,
  request,
} from '../../test/support/callbacks/stores.ts';
import { startSiteProcess } from '../../test/support/site-process.ts';

/** The built command, as in the container. */
const COMMAND = resolve('dist/server/callbacks.js');

const run = (dataDir: string, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const env = { DATA_DIR: dataDir };
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

test('writes a backup readable by its owner only, and overwrites no file', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(await newDataDir(), 'backup.db');
  expect(await run(dataDir, '--backup', file)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(file))).toEqual(['backup.db']);
  const before = await readFile(file);
  expect((await run(dataDir, '--backup', file)).code).toBe(1);
  expect(await readFile(file)).toEqual(before);
});

test('refuses a restore while a site runs, and changes nothing', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(await newDataDir(), 'backup.db');
  await run(dataDir, '--backup', file);
  const store = openAsSite(dataDir);
  await store.add(request('Bea'), []);
  const before = (await readdir(dataDir)).sort();
  expect(await run(dataDir, '--restore', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Stop the site first'),
  });
  expect((await readdir(dataDir)).sort()).toEqual(before);
  await store.add(request('Cay'), []);
  expect(await callersOf(store)).toEqual(['Ann', 'Bea', 'Cay']);
});

test.each([
  ['an intact database', null],
  ['a damaged database', (bytes: Buffer) => bytes.fill('x', 0, 100)],
])('keeps %s beside a restored database until its requests are due', async (_, spoil) => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(await newDataDir(), 'backup.db');
  await run(dataDir, '--backup', file);
  const later = openAsSite(dataDir);
  await later.add(request('Bea'), []);
  await later.close();
  if (spoil) await writeFile(fileOf(dataDir), spoil(await readFile(fileOf(dataDir))));
  // What a killed site and a careless copy leave behind.
  for (const end of ['-wal', '-shm']) await writeFile(fileOf(dataDir) + end, 'stale');
  const owner = process.getuid?.() === 0 ? 65532 : (process.getuid?.() as number);
  await chown(dataDir, owner, owner);
  const { code, stdout } = await run(dataDir, '--restore', file);
  expect(code).toBe(0);
  const [, kept = ''] = /kept as (.+)\.\n$/.exec(stdout) ?? [];
  expect(dirname(kept)).toBe(dataDir);
  expect((await readFile(kept, 'latin1')).includes('Bea')).toBe(true);
  for (const end of ['-wal', '-shm'])
    await expect(stat(fileOf(dataDir) + end)).rejects.toThrow('ENOENT');
  const { uid, gid, mode } = await stat(fileOf(dataDir));
  expect([uid, gid, mode & 0o777]).toEqual([owner, owner, 0o600]);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
  await openAsSite(dataDir).purge(new Date(Date.now() + 60_000));
  expect((await readdir(dataDir)).filter((name) => /damaged|replaced/.test(name))).toEqual([]);
});

test('restores no missing file, and none that is no copy of the database', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(await newDataDir(), 'backup.db');
  expect((await run(dataDir, '--restore', file)).code).toBe(1);
  for (const bytes of ['', 'no database']) {
    await writeFile(file, bytes);
    expect((await run(dataDir, '--restore', file)).code).toBe(1);
  }
  expect((await readdir(dataDir)).sort()).toEqual(['site.db']);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
  const missing = join(await newDataDir(), 'nothing');
  expect(await run(missing, '--backup', `${file}-2`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(missing),
  });
  await expect(stat(`${file}-2`)).rejects.toThrow('ENOENT');
});

test('passes the drill of the guide: back up under load, destroy, restore, count', async () => {
  const guide = await readFile('docs/deployment.md', 'utf8');
  const [, section = ''] = /^## Backup and restore\n(.*?)^## /ms.exec(guide) ?? [];
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
  const [count, backup, destroy, restore] = blocks as [string, string, string, string];
  expect(blocks).toHaveLength(4);
  const folder = await newDataDir();
  await symlink(resolve('dist'), join(folder, 'dist'));
  const DATA_DIR = join(folder, 'data');
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATA_DIR };
  const sh = (commands: string) =>
    new Promise<string>((done, fail) => {
      execFile('sh', ['-ec', commands], { cwd: folder, env }, (error, stdout) =>
        error ? fail(error) : done(stdout),
      );
    });
  const site = await startSiteProcess({ DATA_DIR, CONTACT_RATE_LIMIT: '100000' });
  let taken = 0;
  const post = async () => {
    const form = { name: `caller ${taken}`, mobile: '07700 900123', email: 'a@example.com' };
    const body = new URLSearchParams({ ...form, message: '' });
    const { status } = await fetch(`${site.url}/contact.php`, { method: 'POST', body });
    expect(status).toBe(200);
    taken += 1;
  };
  while (taken < 30) await post();
  expect(Number(await sh(count))).toBe(30);
  let isOver = false;
  const posting = (async () => {
    while (!isOver) await post();
  })();
  await sh(backup);
  await delay(20);
  isOver = true;
  await posting;
  site.process.kill('SIGTERM');
  await site.ended;
  await sh(destroy);
  const restored = Number((await sh(restore)).trim().split('\n').at(-1));
  expect(restored).toBeGreaterThanOrEqual(30);
  expect(restored).toBeLessThanOrEqual(taken);
  await startSiteProcess({ DATA_DIR });
  expect(Number(await sh(count))).toBe(restored);
});
