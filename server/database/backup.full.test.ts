import { execFile } from 'node:child_process';
import {
  chown,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  callersOf,
  closedStoreWith,
  databasePath,
  namesIn,
  openAsSite,
  request,
} from '../../test/support/callbacks/stores.ts';
import { freePort } from '../../test/support/free-port.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import { startSiteProcess } from '../../test/support/site-process.ts';
import { callbackFields } from '../../test/support/typed.ts';

/** The built command, as in the container. */
const COMMAND = resolve('dist/server/callbacks.js');

const run = (dataDir: string, ...args: string[]) => runWith([], dataDir, ...args);

const runWith = (nodeOptions: string[], dataDir: string, ...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const env = { DATA_DIR: dataDir };
    execFile(
      process.execPath,
      [...nodeOptions, COMMAND, ...args],
      { env },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });

test('writes a backup readable by its owner only, and overwrites no file', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(temporaryFolder(), 'backup.db');
  expect(await run(dataDir, '--backup', file)).toMatchObject({ code: 0 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(dirname(file))).toEqual(['backup.db']);
  const before = await readFile(file);
  expect((await run(dataDir, '--backup', file)).code).toBe(1);
  expect(await readFile(file)).toEqual(before);
});

const NAME = /^site-\d{4}-\d\d-\d\d-\d{6}\.db$/;

test.each([
  [[], 14],
  [['--keep', '3'], 3],
])(
  'backs up into a folder with %j and deletes its own backups beyond %i',
  async (options, keep) => {
    const dataDir = await closedStoreWith('Ann');
    const folder = temporaryFolder();
    const older = Array.from({ length: 20 }, (_, day) => `site-2026-01-${day + 10}-030000.db`);
    const others = ['notes.txt', 'site-2026-01-01.db', 'site-damaged-2026-01-01T00-00-00.000Z.db'];
    for (const name of [...older, ...others]) await writeFile(join(folder, name), 'x');
    const { code, stdout } = await run(dataDir, '--backup', folder, ...options);
    const names = (await readdir(folder)).sort();
    const [made = '', ...rest] = names.filter((name) => NAME.test(name)).reverse();
    expect(rest).toEqual(older.reverse().slice(0, keep - 1));
    expect(names.filter((name) => !NAME.test(name))).toEqual(others);
    expect(code).toBe(0);
    expect(stdout).toBe(`Backed up to ${join(folder, made)}.\n`);
    const age =
      Date.now() - Date.parse(made.replace(/site-(.{10})-(..)(..)(..)\.db/, '$1T$2:$3:$4Z'));
    expect(age).toBeGreaterThan(-1000);
    expect(age).toBeLessThan(60_000);
    expect((await stat(join(folder, made))).mode & 0o777).toBe(0o600);
    const restored = temporaryFolder();
    expect((await run(restored, '--restore', join(folder, made))).code).toBe(0);
    expect(await namesIn(restored)).toEqual(['Ann']);
  },
);

test('an old backup that cannot be deleted is named, and the new one counts', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  const [stuck, old, kept] = [1, 2, 3].map((day) => join(folder, `site-202${day}-01-01-030000.db`));
  for (const path of [stuck, old, kept]) await writeFile(path as string, 'x');
  // The system answers so for a file that is immutable, or a mount.
  const refuse = `const fs = process.getBuiltinModule('node:fs');
    const { rmSync } = fs;
    fs.rmSync = (path, options) => {
      if (path.includes('site-2021-')) throw Object.assign(new Error('refused'), { code: 'EPERM' });
      rmSync(path, options);
    };
    process.getBuiltinModule('node:module').syncBuiltinESMExports();`;
  const refusing = [`--import=data:text/javascript,${encodeURIComponent(refuse)}`];
  const options = ['--backup', folder, '--keep', '2'];
  const { code, stdout, stderr } = await runWith(refusing, dataDir, ...options);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Backed up to .+\.db\.\n$/),
  });
  expect(stderr).toContain(`\nThis old backup cannot be deleted: ${stuck} (EPERM).\n`);
  expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual([
    stuck,
    kept,
    expect.stringMatching(/\.db$/),
  ]);
  using database = new DatabaseSync(databasePath(dataDir));
  expect(database.prepare('SELECT count(*) AS notes FROM last_backup').get()).toEqual({ notes: 1 });
});

test('a folder that is named like a backup is left alone', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  const names = ['site-2021-01-01-030000.db', 'site-2099-01-01-030000.db'];
  const partial = 'site-2021-01-02-030000.db.partial';
  for (const name of [...names, partial]) await mkdir(join(folder, name));
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(folder, partial), hoursAgo, hoursAgo);
  for (const day of [1, 2]) await writeFile(join(folder, `site-2022-01-0${day}-030000.db`), 'x');
  const { code, stderr } = await run(dataDir, '--backup', folder, '--keep', '2');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `Callback requests in ${join(dataDir, 'site.db')}.\n`,
  });
  const left = (await readdir(folder)).filter((name) => ![...names, partial].includes(name));
  expect(left.sort()).toEqual(['site-2022-01-02-030000.db', expect.stringMatching(NAME)]);
});

test('ignores a backup that was cut off, and deletes it later', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  const whole = 'site-2026-01-01-030000.db';
  const [cutOff, running] = [
    'site-2026-01-02-030000.db.partial',
    'site-2026-01-03-030000.db.partial',
  ];
  for (const name of [whole, cutOff, running]) await writeFile(join(folder, name), 'x');
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(folder, cutOff), hoursAgo, hoursAgo);
  await run(dataDir, '--backup', folder, '--keep', '2');
  expect((await readdir(folder)).sort()).toEqual([whole, running, expect.stringMatching(NAME)]);
});

test('exits 2 when no file is named, or --keep has no folder or no number', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  for (const options of [
    ['--keep', '3'],
    ['--backup', ''],
    ['--restore', ''],
    ['--backup', folder, '--keep', '0'],
    ['--backup', folder, '--keep', 'all'],
    ['--backup', join(folder, 'file'), '--keep', '3'],
  ])
    expect(await run(dataDir, ...options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--keep'),
    });
  expect(await readdir(folder)).toEqual([]);
});

test('reports the age of the last backup in /metrics, also after a restart', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  const ageShownBy = async (port: string) => {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return /^backup_age_seconds (.+)$/m.exec(metrics)?.[1];
  };
  const start = async () => {
    const ADMIN_PORT = String(await freePort());
    return [await startSiteProcess({ DATA_DIR: dataDir, ADMIN_PORT }), ADMIN_PORT] as const;
  };
  const [site, port] = await start();
  expect(await ageShownBy(port)).toBeUndefined();
  expect(await run(dataDir, '--backup', folder)).toMatchObject({ code: 0 });
  expect(Number(await ageShownBy(port))).toBeLessThan(60);
  site.process.kill('SIGTERM');
  await site.ended;
  const [, portAfter] = await start();
  expect(Number(await ageShownBy(portAfter))).toBeGreaterThan(0);
});

test('refuses a restore while a site runs, and changes nothing', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(temporaryFolder(), 'backup.db');
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
  const file = join(temporaryFolder(), 'backup.db');
  await run(dataDir, '--backup', file);
  const later = openAsSite(dataDir);
  await later.add(request('Bea'), []);
  await later.close();
  if (spoil) await writeFile(databasePath(dataDir), spoil(await readFile(databasePath(dataDir))));
  // What a killed site and a careless copy leave behind.
  for (const end of ['-wal', '-shm']) await writeFile(databasePath(dataDir) + end, 'stale');
  const owner = process.getuid?.() === 0 ? 65532 : (process.getuid?.() as number);
  await chown(dataDir, owner, owner);
  const { code, stdout } = await run(dataDir, '--restore', file);
  expect(code).toBe(0);
  const [, kept = ''] = /kept as (.+)\.\n$/.exec(stdout) ?? [];
  expect(dirname(kept)).toBe(dataDir);
  expect((await readFile(kept, 'latin1')).includes('Bea')).toBe(true);
  for (const end of ['-wal', '-shm'])
    await expect(stat(databasePath(dataDir) + end)).rejects.toThrow('ENOENT');
  const { uid, gid, mode } = await stat(databasePath(dataDir));
  expect([uid, gid, mode & 0o777]).toEqual([owner, owner, 0o600]);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
  await openAsSite(dataDir).purge(new Date(Date.now() + 60_000));
  expect((await readdir(dataDir)).filter((name) => /damaged|replaced/.test(name))).toEqual([]);
});

test('restores no missing file, and none that is no copy of the database', async () => {
  const dataDir = await closedStoreWith('Ann');
  const file = join(temporaryFolder(), 'backup.db');
  expect((await run(dataDir, '--restore', file)).code).toBe(1);
  const notACopy = {
    code: 1,
    stderr: expect.stringContaining(
      `\nNothing was restored: ${file} is not an intact copy of the site's database.\n`,
    ),
  };
  for (const bytes of ['', 'no database']) {
    await writeFile(file, bytes);
    expect(await run(dataDir, '--restore', file)).toMatchObject(notACopy);
  }
  const other = join(temporaryFolder(), 'other.db');
  new DatabaseSync(other).exec('CREATE TABLE another (one)');
  expect((await run(dataDir, '--restore', other)).stderr).toContain(`: ${other} is not`);
  expect((await readdir(dataDir)).sort()).toEqual(['site.db']);
  expect(await namesIn(dataDir)).toEqual(['Ann']);
  const missing = join(temporaryFolder(), 'nothing');
  expect(await run(missing, '--backup', `${file}-2`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(missing),
  });
  await expect(stat(`${file}-2`)).rejects.toThrow('ENOENT');
});

test('names in one sentence the file that a backup or a restore cannot use', async () => {
  const dataDir = await closedStoreWith('Ann');
  const folder = temporaryFolder();
  const [file, missing] = [join(folder, 'backup.db'), join(folder, 'missing.db')];
  await run(dataDir, '--backup', file);
  const [astray, below] = [join(missing, 'backup.db'), join(file, 'backup.db')];
  for (const [option, path, sentence] of [
    ['--backup', file, `No backup was made: ${file} already exists.`],
    ['--backup', astray, `No backup was made: ${astray} is in a folder that does not exist.`],
    ['--backup', below, `No backup was made: ${below} is in a folder that does not exist.`],
    ['--restore', missing, `Nothing was restored: ${missing} does not exist.`],
    ['--restore', below, `Nothing was restored: ${below} does not exist.`],
    ['--restore', folder, `Nothing was restored: ${folder} is a folder.`],
  ] as const)
    expect(await run(dataDir, option, path)).toMatchObject({
      code: 1,
      stderr: `Callback requests in ${join(dataDir, 'site.db')}.\n${sentence}\n`,
    });
  expect(await namesIn(dataDir)).toEqual(['Ann']);
});

test('passes the drill of the guide: back up under load, destroy, restore, count', async () => {
  const guide = await readFile('docs/deployment.md', 'utf8');
  const [, section = ''] = /^## Backup and restore\n(.*?)(?=^##+ |(?![\s\S]))/ms.exec(guide) ?? [];
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
  const [, count, backup, destroy, restore] = blocks as [string, string, string, string, string];
  expect(blocks).toHaveLength(5);
  const folder = temporaryFolder();
  await symlink(resolve('dist'), join(folder, 'dist'));
  const DATA_DIR = join(folder, 'data');
  const BACKUPS = temporaryFolder();
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { PATH, DATA_DIR, RUN: '', DATA: DATA_DIR, BACKUPS };
  const sh = (commands: string) =>
    new Promise<string>((done, fail) => {
      execFile('sh', ['-ec', commands], { cwd: folder, env }, (error, stdout) =>
        error ? fail(error) : done(stdout),
      );
    });
  const site = await startSiteProcess({ DATA_DIR, CONTACT_RATE_LIMIT: '100000' });
  let taken = 0;
  const post = async () => {
    const body = new URLSearchParams(callbackFields({ name: `caller ${taken}` }));
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
  expect(await readdir(BACKUPS)).toHaveLength(1);
  const restored = Number((await sh(restore)).trim().split('\n').at(-1));
  expect(restored).toBeGreaterThanOrEqual(30);
  expect(restored).toBeLessThanOrEqual(taken);
  await startSiteProcess({ DATA_DIR });
  expect(Number(await sh(count))).toBe(restored);
});
