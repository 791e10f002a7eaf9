import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FIELD_NAMES } from '../../shared/callback/fields.ts';
import { openAsSite, request } from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';
import type { CallbackFlag } from './store/stored-callback.ts';

/** The built command, as in the container: it starts three times as fast as its source. */
const COMMAND = 'dist/server/callbacks.js';
const COLUMNS = [
  'id',
  'receivedAt',
  ...FIELD_NAMES,
  'page',
  'source',
  'medium',
  'campaign',
  'flags',
  'outcome',
  'note',
  'ringAgainAt',
  'changedBy',
  'changedAt',
];
const DAY_MS = 24 * 60 * 60 * 1000;

interface Caller {
  name: string;
  message?: string;
  daysAgo?: number;
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

/** A store that no site has open, with requests from `id-1` on. */
async function storeWith(...callers: Caller[]): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  for (const [index, { name, message = '', daysAgo = 0 }] of callers.entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - daysAgo * DAY_MS });
    const { fields } = request(name, { mobile: '+44 7700 900123', message });
    const flags: CallbackFlag[] = index ? [] : ['honeypot', 'fast'];
    await store.add({ id: `id-${index + 1}`, fields, flags, page: '/' }, ['php']);
    vi.useRealTimers();
  }
  await store.close();
  return dataDir;
}

const jsonOf = async (dataDir: string) => JSON.parse((await run(dataDir, '--json')).stdout);
const onDisk = (dataDir: string) =>
  readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(dataDir, name), 'latin1'))
    .join('');

test('--json prints the documented values, and standard error names the store', async () => {
  const dataDir = await storeWith({ name: 'Zoë', message: 'a\r\nb' }, { name: 'Bea' });
  const { stdout, stderr, code } = await run(dataDir, '--json');
  const [zoe, bea, ...others] = JSON.parse(stdout);
  expect(zoe).toEqual({
    id: 'id-1',
    receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ...request('Zoë', { mobile: '+44 7700 900123', message: 'a\r\nb' }).fields,
    page: '/',
    source: null,
    flags: ['honeypot', 'fast'],
    outcome: null,
    note: '',
    ringAgainAt: null,
    changedBy: null,
    changedAt: null,
  });
  expect([bea.name, others, code]).toEqual(['Bea', [], 0]);
  expect(stderr).toBe(`Callback requests in ${join(dataDir, 'site.db')}.\n`);
});

test('the table shows one line a request', async () => {
  const dataDir = await storeWith(
    { name: 'Zoë', message: 'one\r\ntwo' },
    { name: 'Bea', message: 'x'.repeat(100) },
  );
  const [head, first, second, ...rest] = (await run(dataDir)).stdout.split('\n');
  expect(head?.split(/ +/)).toEqual(COLUMNS);
  expect(first).toMatch(/^id-1 .* Zoë .* one two +\/ +honeypot fast$/);
  expect(second).toMatch(/^id-2 .* Bea .* x{39}… +\/$/);
  expect(rest).toEqual(['']);
  expect(second?.indexOf('ann@')).toBe(first?.indexOf('ann@'));
});

test('prints an empty list for an empty store', async () => {
  const dataDir = await storeWith();
  await openAsSite(dataDir).deliveries.counts();
  expect((await run(dataDir)).stdout).toBe('No callback requests.\n');
  expect(await jsonOf(dataDir)).toEqual([]);
});

test('fails when the store is missing or unreadable, and creates nothing', async () => {
  const missing = join(temporaryFolder(), 'nothing');
  const file = join(temporaryFolder(), 'file');
  await writeFile(file, '');
  for (const dataDir of [missing, file])
    for (const args of [[], ['--json'], ['--delete', 'x'], ['--purge-older-than', '1']])
      expect(await run(dataDir, ...args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(dataDir),
      });
  expect(existsSync(missing)).toBe(false);
});

test('--csv keeps quotes, commas and line breaks inside their cell', async () => {
  const dataDir = await storeWith({ name: 'Ann "A", Ltd', message: 'a\r\nb' });
  const { stdout } = await run(dataDir, '--csv');
  const [head, ...lines] = stdout.split('\r\n');
  expect(head).toBe(`\uFEFF${COLUMNS}`);
  expect(lines.join('\r\n')).toMatch(
    /^"id-1","\d{4}-\d\d-\d\d \d\d:\d\d (?:GMT|BST)","Ann ""A"", Ltd","07700 900123","ann@example.com",(?:"[^"]*",)*"a\r\nb","\/","","","","a hidden field was filled in, sent within 3 seconds of opening the form","","","","",""\r\n$/,
  );
});

test('--delete removes a record from the disk, or reports that there is none', async () => {
  const dataDir = await storeWith({ name: 'Canary' }, { name: 'Bea' });
  expect(onDisk(dataDir)).toContain('Canary');
  expect(await run(dataDir, '--delete', 'id-1')).toMatchObject({
    code: 0,
    stdout: 'Deleted id-1.\n',
  });
  expect(onDisk(dataDir)).not.toContain('Canary');
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Bea' }]);
  for (const id of ['id-1', '../../etc', ''])
    expect(await run(dataDir, '--delete', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no callback'),
    });
});

test('--purge-older-than deletes what is older', async () => {
  const dataDir = await storeWith({ name: 'Canary', daysAgo: 31 }, { name: 'Bea', daysAgo: 29 });
  expect(await run(dataDir, '--purge-older-than', '30')).toMatchObject({
    code: 0,
    stdout: 'Deleted 1 callback request.\n',
  });
  expect(onDisk(dataDir)).not.toContain('Canary');
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Bea' }]);
});

test('--purge-older-than refuses 0 and deletes nothing', async () => {
  const dataDir = await storeWith({ name: 'Ann', daysAgo: 400 });
  for (const days of ['0', '00', '-1', '1.5', ''])
    expect(await run(dataDir, `--purge-older-than=${days}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a whole number of days, 1 or more'),
    });
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Ann' }]);
});

test('--retry requeues failed deliveries, or reports that there are none', async () => {
  const dataDir = await storeWith({ name: 'Ann' }, { name: 'Bea' });
  const store = openAsSite(dataDir);
  await store.deliveries.settle('id-1', 'php', { state: 'failed', reason: '422' });
  await store.deliveries.settle('id-2', 'php', { state: 'delivered' });
  expect(await run(dataDir, '--retry', 'id-1')).toMatchObject({ code: 0 });
  expect((await store.find('id-1'))?.deliveries).toMatchObject([{ state: 'waiting' }]);
  for (const id of ['id-1', 'id-2', 'unknown'])
    expect(await run(dataDir, '--retry', id)).toMatchObject({ code: 1, stdout: '' });
});

test('lists, deletes and requeues while the site is writing', async () => {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  const { id } = await store.add(request('Canary'), []);
  const callers = Array.from({ length: 200 }, (_, number) => `caller ${number}`);
  const writing = (async () => {
    for (const caller of callers) await store.add(request(caller), []);
  })();
  expect((await run(dataDir, '--delete', id)).code).toBe(0);
  await writing;
  expect(onDisk(dataDir)).not.toContain('Canary');
  const names = (await jsonOf(dataDir)).map(({ name }: { name: string }) => name);
  expect(names).toEqual(callers);
});

test('an option that is given twice is refused, and nothing is deleted', async () => {
  const dataDir = await storeWith({ name: 'Ann' }, { name: 'Bea' });
  for (const [args, sentence] of [
    [['--delete', 'id-1', '--delete', 'id-2'], '--delete can be given only once'],
    [['--csv', '--csv'], '--csv can be given only once'],
    [['--backup', dataDir, '--keep', '3', '--keep', '5'], '--keep can be given only once'],
  ] as const)
    expect(await run(dataDir, ...args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    });
  expect(await jsonOf(dataDir)).toMatchObject([{ name: 'Ann' }, { name: 'Bea' }]);
});

test('prints the usage and exits 2 when the arguments are wrong', async () => {
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
