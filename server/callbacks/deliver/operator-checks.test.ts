import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { VALID_FORM } from '../../../test/fakes/contact.ts';
import { startReceiver } from '../../../test/fakes/receiver.ts';
import { watchChecks } from '../../../test/support/callbacks/checks.ts';
import { databasePath } from '../../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../database/database.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { type Callbacks, startCallbacks } from '../start-callbacks.ts';
import { NOTICE_PACE } from './notices.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const PACE = { ...NOTICE_PACE, channels: HOUR_MS, checks: 50, certificate: 50 };

/** Starts the callbacks of a site whose notices go to a webhook. */
async function startChecking(environment: Record<string, string> = {}) {
  onTestFinished(() => void vi.useRealTimers());
  const crm = await startReceiver(200);
  const dataDir = temporaryFolder();
  const config = readConfig({
    DATA_DIR: dataDir,
    CALLBACK_WEBHOOK_URL: `${crm.origin}/`,
    CALLBACK_WEBHOOK_SECRET: 'a secret of the webhook',
    ...environment,
  });
  const log = pino({ level: 'silent' });
  const metrics = createMetrics();
  const database = openDatabase({ config, log, metrics });
  const deps = { config, getConfig: () => config, log, metrics, database, noticePace: PACE };
  const { store, storeWatch, close } = startCallbacks(deps) as Callbacks;
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  await expect.poll(() => storeWatch?.ready).toBe(true);
  const notices = () =>
    crm.requests.map(({ body }) => JSON.parse(body)).filter(({ notice }) => notice);
  /** Returns the ids by which a receiver recognises a notice that comes twice. */
  const noticeIds = () => crm.requests.map(({ headers }) => headers['idempotency-key']);
  /** Moves the clock of the site forward. */
  const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  const nextCheck = watchChecks(store);
  return { dataDir, database, store, storeWatch, metrics, notices, noticeIds, pass, nextCheck };
}

test('reports a request that has been due for 2 hours, and when it was called', async () => {
  const { store, notices, pass, nextCheck } = await startChecking();
  const { id } = await store.add({ fields: VALID_FORM, flags: [] }, []);
  const received = (await store.find(id))?.receivedAt;
  pass(2 * HOUR_MS - 60_000);
  await nextCheck('callbacks');
  expect(notices()).toEqual([]);
  pass(2 * 60_000);
  const due = { channel: 'callbacks', desk: null };
  const failing = { ...due, notice: 'failing', since: received, waiting: 1 };
  await expect.poll(notices).toEqual([failing]);
  await store.change(id, 0, { outcome: 'reached', note: '', ringAgainAt: null }, 'Dana');
  await expect.poll(notices).toHaveLength(2);
  expect(notices()[1]).toMatchObject({ ...due, notice: 'working', waiting: null });
});

test('reports a backup that is older than 2 days, and the next one', async () => {
  const { database, notices, pass } = await startChecking();
  await database.run([`INSERT INTO last_backup VALUES (1, ${Date.now() - DAY_MS})`]);
  pass(DAY_MS + HOUR_MS);
  const backup = { channel: 'backup', waiting: null };
  await expect.poll(notices).toMatchObject([{ ...backup, notice: 'failing' }]);
  await database.run([`UPDATE last_backup SET made_at = ${Date.now()}`]);
  await expect.poll(notices).toHaveLength(2);
  expect(notices()[1]).toMatchObject({ ...backup, notice: 'working' });
});

test('reports a failure once a day while it lasts, and its end', async () => {
  const { database, notices, noticeIds, pass, nextCheck } = await startChecking();
  await database.run([`INSERT INTO last_backup VALUES (1, ${Date.now() - 2 * DAY_MS})`]);
  for (const [hours, reported] of [
    [1, 1],
    [23, 1],
    [1, 2],
    [23, 2],
    [1, 3],
  ] as const) {
    pass(hours * HOUR_MS);
    await nextCheck('backup');
    await expect.poll(notices).toHaveLength(reported);
  }
  await database.run([`UPDATE last_backup SET made_at = ${Date.now()}`]);
  await expect.poll(notices).toHaveLength(4);
  expect(notices().map(({ notice }) => notice)).toEqual([
    'failing',
    'failing',
    'failing',
    'working',
  ]);
  expect(new Set(noticeIds()).size).toBe(4);
});

test('reports content that was not refreshed for a day, and its end', async () => {
  const { metrics, notices } = await startChecking({
    CONTENTFUL_SPACE_ID: 'space',
    CONTENTFUL_ACCESS_TOKEN: 'token',
  });
  vi.spyOn(process, 'uptime').mockReturnValue((2 * DAY_MS) / 1000);
  onTestFinished(() => void vi.restoreAllMocks());
  metrics.contentAge.set(DAY_MS / 1000 + 60);
  const content = { channel: 'content', waiting: null };
  await expect.poll(notices).toMatchObject([{ ...content, notice: 'failing' }]);
  metrics.contentAge.set(60);
  await expect.poll(notices).toHaveLength(2);
  expect(notices()[1]).toMatchObject({ ...content, notice: 'working' });
});

test('reports a store that takes no request for a minute, and its end', async () => {
  const { dataDir, storeWatch, notices, pass } = await startChecking();
  using database = new DatabaseSync(databasePath(dataDir), { timeout: 10_000 });
  database.exec('ALTER TABLE callbacks DROP COLUMN page');
  await storeWatch?.check();
  pass(2 * 60_000);
  const store = { channel: 'store', waiting: null };
  await expect.poll(notices).toMatchObject([{ ...store, notice: 'failing' }]);
  pass(DAY_MS);
  await expect.poll(notices).toHaveLength(2);
  database.exec('ALTER TABLE callbacks ADD COLUMN page TEXT');
  await expect.poll(notices).toHaveLength(3);
  expect(notices()[2]).toMatchObject({ ...store, notice: 'working' });
});
