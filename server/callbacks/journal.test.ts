import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import { type Journal, openJournal } from './journal.ts';
import { requestDeletion } from './store/deletions.ts';
import { storeDirectory } from './store/files.ts';
import { readCallbacks } from './store/reader.ts';

const callback = (name: string, message = '') => ({
  fields: { name, mobile: '07700 900123', email: 'ann@example.com', message },
  flags: [],
});

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function open(dataDir: string, lockWaitMs = 0) {
  const metrics = createMetrics();
  const journal = await openJournal(
    { dataDir, log: pino({ level: 'silent' }), metrics },
    lockWaitMs,
  );
  onTestFinished(() => journal.close());
  return Object.assign(journal, { metrics });
}

const namesIn = async (dataDir: string) =>
  (await readCallbacks(dataDir)).map(({ fields }) => fields.name);
const segmentsIn = async (dataDir: string) =>
  (await readdir(storeDirectory(dataDir))).filter((name) => name.endsWith('.journal')).sort();
const segment = (dataDir: string, number = 1) =>
  join(storeDirectory(dataDir), `${String(number).padStart(8, '0')}.journal`);

test('what was acknowledged is there after a restart, in order', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  const { id, duplicate } = await journal.append({
    ...callback('Ann', 'two\r\nlines'),
    flags: ['fast'],
  });
  expect(duplicate).toBe(false);
  await journal.append(callback('Bea'));
  await journal.close();
  await (await open(dataDir)).append(callback('Cay'));
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Bea', 'Cay']);
  expect((await readCallbacks(dataDir))[0]).toMatchObject({
    id,
    flags: ['fast'],
    fields: { message: 'two\r\nlines' },
    spooled: false,
  });
});

test('a burst is kept whole', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  await Promise.all(
    Array.from({ length: 500 }, (_, number) => journal.append(callback(`caller ${number}`))),
  );
  expect(new Set(await namesIn(dataDir)).size).toBe(500);
});

test('files and directories are for the site alone', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  await journal.append(callback('Ann'));
  await requestDeletion(storeDirectory(dataDir), ['unknown']);
  for (const entry of await readdir(storeDirectory(dataDir), {
    withFileTypes: true,
    recursive: true,
  }))
    expect((await stat(join(entry.parentPath, entry.name))).mode & 0o777).toBe(
      entry.isDirectory() ? 0o700 : 0o600,
    );
  expect((await stat(storeDirectory(dataDir))).mode & 0o777).toBe(0o700);
});

test('the same request again within 30 minutes makes no second record, also after a restart', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  const [first, second] = await Promise.all([
    journal.append(callback('Ann')),
    journal.append(callback('Ann')),
  ]);
  expect(second).toEqual({ id: first.id, duplicate: true });
  await journal.append(callback('Ann', 'and a message'));
  await journal.close();
  expect(await (await open(dataDir)).append(callback('Ann'))).toEqual({
    id: first.id,
    duplicate: true,
  });
  expect(await namesIn(dataDir)).toEqual(['Ann', 'Ann']);
});

test('a second process for the same store is told so; when the first has gone, the store is free', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  await expect(open(dataDir)).rejects.toThrow(/in use by another process/);
  const waiting = open(dataDir, 5000);
  await journal.close();
  await (await waiting).append(callback('Ann'));
});

test('cut at every byte of its last two records, a journal keeps every record before the cut and sets the rest aside', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  const ends: number[] = [];
  for (const name of ['Ann', 'Bea', 'Cay']) {
    await journal.append(callback(name));
    ends.push((await stat(segment(dataDir))).size);
  }
  await journal.close();
  const whole = await readFile(segment(dataDir));
  for (let length = ends[0] as number; length <= whole.length; length++) {
    await rm(storeDirectory(dataDir), { recursive: true });
    await mkdir(storeDirectory(dataDir));
    await writeFile(segment(dataDir), whole.subarray(0, length));
    const reopened = await open(dataDir);
    await reopened.append(callback('Dee'));
    await reopened.close();
    const kept = ['Ann', 'Bea', 'Cay'].filter((_, index) => length >= (ends[index] as number) - 1);
    expect(await namesIn(dataDir)).toEqual([...kept, 'Dee']);
    const torn = whole.subarray(
      kept.length === 3 ? length : (ends[kept.length - 1] as number),
      length,
    );
    const quarantine = join(storeDirectory(dataDir), 'quarantine');
    const pieces = torn.length === 0 ? [] : await readdir(quarantine);
    expect(await Promise.all(pieces.map((piece) => readFile(join(quarantine, piece))))).toEqual(
      torn.length === 0 ? [] : [torn],
    );
  }
});

// A character device in place of the segment: the kernel's own errors, for root as for anybody.
test.each([
  ['a full disk (/dev/full: ENOSPC)', '/dev/full', 'ENOSPC'],
  ['a failing sync (/dev/null: EINVAL)', '/dev/null', 'EINVAL'],
])(
  '%s acknowledges nothing, and the next request succeeds without a restart',
  async (_, device, code) => {
    const dataDir = await newDataDir();
    await mkdir(storeDirectory(dataDir));
    await symlink(device, segment(dataDir));
    const journal = await open(dataDir);
    const results = await Promise.allSettled([
      journal.append(callback('Ann')),
      journal.append(callback('Bea')),
      journal.append(callback('Ann')),
    ]);
    expect(results).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ code }) }),
    );
    expect((await journal.metrics.journalErrors.get()).values[0]?.value).toBeGreaterThan(0);
    expect(await journal.append(callback('Ann'))).toMatchObject({ duplicate: false });
    await journal.close();
    await (await open(dataDir)).append(callback('Cay'));
    expect(await namesIn(dataDir)).toEqual(['Ann', 'Cay']);
  },
);

test('a store that cannot be opened lets the site start, refuses requests, and takes them once it can', async () => {
  const dataDir = join(await newDataDir(), 'data');
  await writeFile(dataDir, 'not a directory');
  const journal = await open(dataDir);
  await expect(journal.append(callback('Ann'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await rm(dataDir);
  await journal.append(callback('Ann'));
  expect(await namesIn(dataDir)).toEqual(['Ann']);
});

test('a store that is removed under the running site is noticed, not written into the void', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  await journal.append(callback('Ann'));
  await rename(storeDirectory(dataDir), `${dataDir}/gone`);
  await rm(`${dataDir}/gone`, { recursive: true });
  await expect(journal.append(callback('Bea'))).rejects.toThrow();
  await journal.append(callback('Bea'));
  await journal.append(callback('Ann'));
  expect(await namesIn(dataDir)).toEqual(['Bea', 'Ann']);
});

test('a deleted record is hidden at once, leaves the disk while the site runs, and may be sent again', async () => {
  const dataDir = await newDataDir();
  const journal: Journal = await open(dataDir);
  const { id } = await journal.append(callback('Canary'));
  await journal.append(callback('Bea'));
  await journal.erase(id);
  expect(await namesIn(dataDir)).toEqual(['Bea']);
  await expect
    .poll(() => readFile(segment(dataDir), 'utf8'), { timeout: 5000 })
    .not.toContain('Canary');
  expect(await readdir(join(storeDirectory(dataDir), 'deletions'))).toEqual([]);
  expect(await journal.append(callback('Canary'))).toMatchObject({ duplicate: false });
  expect(await namesIn(dataDir)).toEqual(['Bea', 'Canary']);
});

test('a journal that grows goes on in a new segment', async () => {
  const dataDir = await newDataDir();
  const journal = await open(dataDir);
  for (let round = 0; round < 3; round++)
    await Promise.all(
      Array.from({ length: 1000 }, (_, number) =>
        journal.append(callback(`${round} ${number}`, 'x'.repeat(2000))),
      ),
    );
  expect((await segmentsIn(dataDir)).length).toBeGreaterThan(1);
  expect(new Set(await namesIn(dataDir)).size).toBe(3000);
});

test('a closed journal takes nothing more', async () => {
  const journal = await open(await newDataDir());
  await journal.close();
  await expect(journal.append(callback('Ann'))).rejects.toThrow(/closed/);
});
