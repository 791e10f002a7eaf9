import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  closedStoreWith,
  databasePath,
  openAsSite,
  request,
} from '../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

/** Returns the names of the quarantined files. */
const quarantinedIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => name.includes('damaged')).toSorted();

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);

/** A closed store of thirty requests that came 40 days ago, and as many of 20. */
async function agedStore(): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  onTestFinished(() => void vi.useRealTimers());
  for (const [days, caller] of [
    [40, 'early'],
    [20, 'late'],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(days) });
    for (let number = 0; number < 30; number++)
      await store.add(request(`${caller} ${number}`, { message: 'x'.repeat(900) }), []);
    vi.useRealTimers();
  }
  await store.close();
  return dataDir;
}

/** Corrupts the page where this text is first found: by default the first page. */
async function spoil(dataDir: string, text = 'SQLite'): Promise<void> {
  const bytes = await readFile(databasePath(dataDir));
  const page = Math.floor(bytes.indexOf(text) / 4096);
  await writeFile(databasePath(dataDir), bytes.fill('x', page * 4096, (page + 1) * 4096));
}

test('deletes only due requests when the damaged database can be read', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir, 'late 25');
  const store = openAsSite(dataDir);
  await store.deliveries.counts();
  expect((await store.metrics.storeErrors.get()).values[0]?.value, 'alerted').toBe(1);
  const readQuarantined = async () => {
    const [name] = await quarantinedIn(dataDir);
    return name && readFile(join(dataDir, name), 'latin1');
  };
  const before = await readQuarantined();
  await store.purge(daysAgo(41));
  expect((await readQuarantined()) === before, 'it is as it was').toBe(true);
  await store.purge(daysAgo(21));
  const after = (await readQuarantined()) as string;
  expect([after.includes('early'), after.includes('late 0')]).toEqual([false, true]);
  await store.purge(daysAgo(19));
  expect(await quarantinedIn(dataDir)).toEqual([]);
});

test('deletes a database too damaged to edit when its oldest request is due', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir, 'early 25');
  const store = openAsSite(dataDir);
  await store.purge(daysAgo(41));
  expect(await quarantinedIn(dataDir)).not.toEqual([]);
  await store.purge(daysAgo(39));
  expect(await quarantinedIn(dataDir)).toEqual([]);
});

test('deletes an unreadable database by the time of its last write', async () => {
  const dataDir = await agedStore();
  await spoil(dataDir);
  await utimes(databasePath(dataDir), daysAgo(20), daysAgo(20));
  const store = openAsSite(dataDir);
  await store.purge(daysAgo(21));
  expect(await quarantinedIn(dataDir)).not.toEqual([]);
  await store.purge(daysAgo(19));
  expect(await quarantinedIn(dataDir)).toEqual([]);
});

test('keeps both of two damaged databases with the same newest request', async () => {
  const dataDir = await closedStoreWith('Ann');
  const spoilt = (await readFile(databasePath(dataDir))).fill('x', 0, 100);
  for (let damage = 0; damage < 2; damage++) {
    await writeFile(databasePath(dataDir), spoilt);
    await utimes(databasePath(dataDir), daysAgo(1), daysAgo(1));
    const store = openAsSite(dataDir);
    await store.deliveries.counts();
    await store.close();
  }
  expect((await quarantinedIn(dataDir)).filter((name) => name.endsWith('.db'))).toHaveLength(2);
});

test('ignores files with similar names', async () => {
  const dataDir = await closedStoreWith('Ann');
  const store = openAsSite(dataDir);
  for (const name of ['site', 'my-site'])
    await writeFile(join(dataDir, `${name}-damaged-2026-01-01T00-00-00.000Z.db`), '');
  await store.purge(new Date('2026-01-02'));
  expect(await quarantinedIn(dataDir)).toEqual(['my-site-damaged-2026-01-01T00-00-00.000Z.db']);
});
