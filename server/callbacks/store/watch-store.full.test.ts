import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databasePath, openAsSite, request } from '../../../test/support/callbacks/stores.ts';
import { startSite, type TestSite } from '../../../test/support/site.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { callbackFields } from '../../../test/support/typed.ts';
import { watchStore } from './watch-store.ts';

const statusOf = async ({ url }: TestSite, path: string, init?: RequestInit) =>
  (await fetch(url + path, init)).status;

const postForm = (site: TestSite, name: string) =>
  statusOf(site, '/contact.php', {
    method: 'POST',
    body: new URLSearchParams(callbackFields({ name })),
  });

const msg = 'the tables of the store do not take a callback request: this process is not ready';

describe('GET /readyz', () => {
  test('responds 200 only after the store took a request, of which nothing stays', async () => {
    const site = await startSite();
    await expect.poll(() => statusOf(site, '/readyz')).toBe(200);
    const counts = (await site.callbacks?.store.desk.frame())?.counts;
    expect(counts).toEqual({ due: 0, later: 0, called: 0, suspected: 0 });
  });

  test('responds 503 while a column is missing, with the reason in the log', async () => {
    const DATA_DIR = temporaryFolder();
    const site = await startSite({ DATA_DIR });
    await expect.poll(() => statusOf(site, '/readyz')).toBe(200);
    using database = new DatabaseSync(databasePath(DATA_DIR), { timeout: 10_000 });
    database.exec('ALTER TABLE callbacks DROP COLUMN page');
    expect(await postForm(site, 'Ann')).toBe(503);
    await expect.poll(() => statusOf(site, '/readyz')).toBe(503);
    expect(await statusOf(site, '/')).toBe(200);
    const lines = site.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
    expect(lines).toMatchObject([{ level: 50, err: { message: expect.stringContaining('page') } }]);
    database.exec('ALTER TABLE callbacks ADD COLUMN page TEXT');
    await expect.poll(() => statusOf(site, '/readyz')).toBe(200);
    expect(await postForm(site, 'Ann')).toBe(200);
  });

  test('responds 503 while another database is in its place', async () => {
    const DATA_DIR = temporaryFolder();
    const site = await startSite({ DATA_DIR });
    await expect.poll(() => statusOf(site, '/readyz')).toBe(200);
    const other = join(DATA_DIR, 'other.db');
    using database = new DatabaseSync(other);
    database.exec('CREATE TABLE callbacks (number INTEGER PRIMARY KEY, id TEXT)');
    await rename(other, databasePath(DATA_DIR));
    expect(await postForm(site, 'Ann')).toBe(503);
    await expect.poll(() => statusOf(site, '/readyz')).toBe(503);
    expect(await postForm(site, 'Ann')).toBe(503);
  });
});

describe('watchStore', () => {
  test('stays ready during an outage of the database', async () => {
    const store = openAsSite(temporaryFolder());
    const watch = watchStore({ store, log: pino({ level: 'silent' }) });
    onTestFinished(() => watch.stop());
    await watch.check();
    expect(watch.ready).toBe(true);
    await store.close();
    await watch.check();
    await expect(store.add(request('Ann'), [])).rejects.toThrow();
    expect(watch.ready).toBe(true);
  });

  test('is not ready before the store has opened', async () => {
    const store = openAsSite('/proc/none');
    const watch = watchStore({ store, log: pino({ level: 'silent' }) });
    onTestFinished(() => watch.stop());
    await watch.check();
    expect(watch.ready).toBe(false);
  });
});
