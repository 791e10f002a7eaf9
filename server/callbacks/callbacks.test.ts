import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import { openJournal } from './journal.ts';
import { storeDirectory } from './store/files.ts';
import { encodeRecord } from './store/record.ts';

const COMMAND = join(import.meta.dirname, 'callbacks.ts');
const DAY_MS = 24 * 60 * 60 * 1000;

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'callbacks-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

function run(
  dataDir: string,
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [COMMAND, ...args],
      { env: { DATA_DIR: dataDir } },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
}

async function storeWith(
  ...callers: { name: string; message?: string; daysAgo?: number }[]
): Promise<string> {
  const dataDir = await newDataDir();
  await mkdir(storeDirectory(dataDir), { mode: 0o700 });
  const lines = callers.map(({ name, message = '', daysAgo = 0 }, index) =>
    encodeRecord({
      id: `id-${index + 1}`,
      receivedAt: new Date(Date.now() - daysAgo * DAY_MS - 1000).toISOString(),
      fields: { name, mobile: '+44 7700 900123', email: 'ann@example.com', message },
      flags: index === 0 ? ['honeypot', 'fast'] : [],
      spooled: false,
    }),
  );
  await writeFile(join(storeDirectory(dataDir), '00000001.journal'), lines.join(''));
  return dataDir;
}

const jsonOf = async (dataDir: string) => JSON.parse((await run(dataDir, '--json')).stdout);
const onDisk = (dataDir: string) =>
  readFile(join(storeDirectory(dataDir), '00000001.journal'), 'utf8');

test('--json gives what the contract names, and an empty array for a store that does not exist', async () => {
  const dataDir = await storeWith({ name: 'Zoë', message: 'a\r\nb' });
  expect(await jsonOf(dataDir)).toEqual([
    {
      id: 'id-1',
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      name: 'Zoë',
      mobile: '+44 7700 900123',
      email: 'ann@example.com',
      message: 'a\r\nb',
      flags: ['honeypot', 'fast'],
    },
  ]);
  expect(await jsonOf(join(dataDir, 'nothing'))).toEqual([]);
});

test('the table shows one line a request', async () => {
  const dataDir = await storeWith(
    { name: 'Zoë', message: 'one\r\ntwo' },
    { name: 'Bea', message: 'x'.repeat(100) },
  );
  const { stdout, stderr, code } = await run(dataDir);
  expect([code, stderr]).toEqual([0, '']);
  const [head, first, second, ...rest] = stdout.split('\n');
  expect(head).toMatch(/^id +receivedAt +name +mobile +email +message +flags$/);
  expect(first).toMatch(/^id-1 .* Zoë .* one two +honeypot fast$/);
  expect(second).toMatch(/^id-2 .* Bea .* x{39}…$/);
  expect(rest).toEqual(['']);
  expect((await run(join(dataDir, 'nothing'))).stdout).toBe('No callback requests.\n');
});

test('in --csv no cell is a formula, and quotes, commas and line breaks stay in theirs', async () => {
  const dataDir = await storeWith(
    { name: '=HYPERLINK("https://evil.example","x")', message: '@SUM(1)' },
    { name: 'Ann "A", Ltd', message: 'a\r\nb' },
  );
  const { stdout } = await run(dataDir, '--csv');
  expect(stdout.startsWith('\uFEFFid,receivedAt,name,mobile,email,message,flags\r\n')).toBe(true);
  expect(stdout).toContain(
    `"'=HYPERLINK(""https://evil.example"",""x"")","'+44 7700 900123","ann@example.com","'@SUM(1)","honeypot fast"\r\n`,
  );
  expect(stdout).toContain(
    '"Ann ""A"", Ltd","\'+44 7700 900123","ann@example.com","a\r\nb",""\r\n',
  );
});

test('--delete takes a record off the disk, and says so when there is none', async () => {
  const dataDir = await storeWith({ name: 'Canary' }, { name: 'Bea' });
  expect(await run(dataDir, '--delete', 'id-1')).toEqual({
    code: 0,
    stdout: 'Deleted id-1.\n',
    stderr: '',
  });
  expect(await onDisk(dataDir)).not.toContain('Canary');
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Bea' }]);
  for (const id of ['id-1', '../../etc', ''])
    expect(await run(dataDir, '--delete', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no callback'),
    });
});

test('--purge-older-than deletes what is older, damaged pieces too', async () => {
  const dataDir = await storeWith({ name: 'Canary', daysAgo: 31 }, { name: 'Bea', daysAgo: 29 });
  const piece = join(storeDirectory(dataDir), 'quarantine', 'x.damaged');
  await mkdir(join(piece, '..'));
  await writeFile(piece, 'Canary');
  await utimes(piece, new Date(0), new Date(0));
  expect((await run(dataDir, '--json')).stderr).toContain(piece);
  expect(await run(dataDir, '--purge-older-than', '30')).toEqual({
    code: 0,
    stdout: 'Deleted 1 callback requests and 1 damaged pieces.\n',
    stderr: '',
  });
  expect(await onDisk(dataDir)).not.toContain('Canary');
  await expect(readFile(piece)).rejects.toThrow('ENOENT');
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Bea' }]);
  expect(await run(dataDir, '--purge-older-than', '0')).toMatchObject({ code: 0 });
  expect(await jsonOf(dataDir)).toEqual([]);
});

test('all of it works while the site is writing', async () => {
  const dataDir = await newDataDir();
  const journal = await openJournal({
    dataDir,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
  });
  onTestFinished(() => journal.close());
  const fields = { mobile: '07700 900123', email: 'ann@example.com', message: '' };
  const { id } = await journal.append({ fields: { ...fields, name: 'Canary' }, flags: [] });
  let number = 0;
  const writing = (async () => {
    while (number < 200)
      await journal.append({ fields: { ...fields, name: `caller ${number++}` }, flags: [] });
  })();
  expect((await run(dataDir, '--delete', id)).code).toBe(0);
  expect(await onDisk(dataDir)).not.toContain('Canary');
  await writing;
  const names = (await jsonOf(dataDir)).map(({ name }: { name: string }) => name);
  expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `caller ${index}`));
});

test('a wrong call says how to call it, with exit code 2', async () => {
  for (const args of [
    ['--nonsense'],
    ['--purge-older-than', 'soon'],
    ['--csv', '--json'],
    ['extra'],
  ])
    expect(await run('/nowhere', ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('npm run callbacks -- --delete ID'),
    });
  expect((await run('/nowhere', '--help')).stdout).toContain('npm run callbacks');
});

test('a store that cannot be read is an error and not an empty list', async () => {
  const dataDir = join(await newDataDir(), 'file');
  await writeFile(dataDir, '');
  expect(await run(dataDir)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('cannot be read'),
  });
});

test('the journal of a site that runs is not opened by a second one', async () => {
  const dataDir = await newDataDir();
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../test/support/journal-writer.ts'), dataDir, 'caller'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  onTestFinished(() => void writer.kill('SIGKILL'));
  await once(writer.stdout, 'data');
  await expect(
    openJournal({ dataDir, log: pino({ level: 'silent' }), metrics: createMetrics() }, 0),
  ).rejects.toMatchObject({
    name: 'JournalLocked',
  });
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  const journal = await openJournal(
    { dataDir, log: pino({ level: 'silent' }), metrics: createMetrics() },
    0,
  );
  await journal.close();
});
