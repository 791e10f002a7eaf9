import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  callersOf,
  newStore,
  openAsSite,
  request,
} from '../../../test/support/callbacks/stores.ts';
import { startSite } from '../../../test/support/site.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { createMetrics } from '../../ops/metrics.ts';
import type { Callbacks } from '../start-callbacks.ts';
import type { CallbackStore } from './callback-store.ts';
import { startRetention } from './retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A store with one request from 11 days ago and one from 9 days ago. */
async function oldStore(): Promise<string> {
  const dataDir = temporaryFolder();
  const store = openAsSite(dataDir);
  onTestFinished(() => void vi.useRealTimers());
  for (const daysAgo of [11, 9]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - daysAgo * DAY_MS });
    await store.add(request(`Ann ${daysAgo}`), []);
    vi.useRealTimers();
  }
  await store.close();
  return dataDir;
}

test('erases requests past their retention at the start, and logs only how many', async () => {
  const { callbacks, lines } = await startSite({
    DATA_DIR: await oldStore(),
    CALLBACK_RETENTION_DAYS: '10',
  });
  await expect.poll(() => callersOf((callbacks as Callbacks).store)).toEqual(['Ann 9']);
  await expect.poll(() => lines.join('')).toContain('"erased":1,"days":10');
  expect(lines.join('')).not.toContain('Ann');
});

test('keeps a year by default, and everything when the setting is 0', async () => {
  for (const days of ['', '0']) {
    const { callbacks } = await startSite({
      DATA_DIR: await oldStore(),
      CALLBACK_RETENTION_DAYS: days,
    });
    await (callbacks as Callbacks).store.add(request('Bea'), []);
    expect(await callersOf((callbacks as Callbacks).store)).toEqual(['Ann 11', 'Ann 9', 'Bea']);
  }
});

const HOUR_MS = 60 * 60 * 1000;

/** Advances clocks and timers by hours, and waits for the work that this starts. */
async function hoursLater(store: CallbackStore, hours: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
  // The next run waits once nothing but its timer is left.
  for (let calm = 0; calm < 8; calm = vi.getTimerCount() > 0 ? calm + 1 : 0)
    await store.deliveries.counts();
}

test.each(['at a start', 'later'])(
  'erases nothing for a day when the clock is 400 days ahead %s, and reports that',
  async (when) => {
    const store = await newStore();
    const metrics = createMetrics();
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const waits = async () => (await metrics.purgeWaits.get()).values[0]?.value;
    await store.add(request('Ann'), []);
    if (when === 'at a start') await store.noteUse(new Date());
    vi.useFakeTimers({
      now: Date.now() + (when === 'at a start' ? 400 * DAY_MS : 0),
      toFake: ['Date', 'hrtime', 'setTimeout', 'clearTimeout'],
    });
    onTestFinished(() => void vi.useRealTimers());
    const retention = startRetention({ store, days: 365, log, metrics });
    onTestFinished(() => retention.stop());
    if (when === 'later') for (const hours of [1, 14, 15]) await hoursLater(store, hours);
    expect(await store.lastUsed()).not.toBeNull();
    if (when === 'later') vi.setSystemTime(Date.now() + 400 * DAY_MS);
    for (const hours of [1, 10, 12]) {
      await hoursLater(store, hours);
      expect(await waits()).toBe(1);
    }
    expect(await callersOf(store)).toEqual(['Ann']);
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(Array(lines.length).fill(40));
    for (let hour = 0; hour < 3; hour++) await hoursLater(store, 1);
    expect(await waits()).toBe(0);
    await expect.poll(() => callersOf(store)).toEqual([]);
  },
);

test('erases nothing early when the clock is corrected within the day', async () => {
  const store = await newStore();
  const metrics = createMetrics();
  await store.add(request('Ann'), []);
  await store.noteUse(new Date());
  const now = Date.now();
  vi.useFakeTimers({
    now: now + 400 * DAY_MS,
    toFake: ['Date', 'hrtime', 'setTimeout', 'clearTimeout'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const retention = startRetention({ store, days: 365, log, metrics });
  onTestFinished(() => retention.stop());
  for (const hours of [1, 9, 10]) await hoursLater(store, hours);
  vi.setSystemTime(now);
  for (const hours of [1, 9, 10]) await hoursLater(store, hours);
  expect(await callersOf(store)).toEqual(['Ann']);
  expect((await metrics.purgeWaits.get()).values[0]?.value).toBe(0);
});
