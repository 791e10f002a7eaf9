import pino from 'pino';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  countsSince,
  lastWeeks,
  startOfWeek,
  startWeeklyCounts,
  toWeeklyCount,
} from './weekly-counts.ts';

afterEach(() => void vi.useRealTimers());

async function openCounts() {
  const config = { databaseUrl: null, dataDir: temporaryFolder() };
  const database = openDatabase({ config, log: pino({ level: 'silent' }) });
  onTestFinished(() => database.close());
  return { database, run: vi.spyOn(database, 'run') };
}

const countsOf = async (database: Database, week: string) =>
  (await database.run(countsSince(week))).map(toWeeklyCount);

test('writes many counts in one statement, and adds up those of replicas', async () => {
  const { database, run } = await openCounts();
  const [one, other] = [startWeeklyCounts(database), startWeeklyCounts(database)];
  for (let time = 0; time < 500; time++) one.add('call', time % 2 ? 'home' : 'about');
  other.add('call', 'home');
  await one.stop();
  expect(run).toHaveBeenCalledOnce();
  await other.stop();
  const week = startOfWeek(Date.now());
  expect(await countsOf(database, week)).toEqual([
    { week, what: 'call', page: 'about', many: 250 },
    { week, what: 'call', page: 'home', many: 251 },
  ]);
});

test('writes counts that the database could not take with the next ones', async () => {
  const { database, run } = await openCounts();
  const counts = startWeeklyCounts(database);
  counts.add('call', 'home');
  run.mockRejectedValueOnce(new Error('away'));
  const week = startOfWeek(Date.now());
  await counts.flush();
  expect(await countsOf(database, week)).toEqual([]);
  counts.add('call', 'home');
  await counts.flush();
  expect(await countsOf(database, week)).toMatchObject([{ many: 2 }]);
  await counts.stop();
});

test.each([
  ['2026-11-16T00:00:00Z', '2026-11-16'],
  ['2026-11-22T23:59:59Z', '2026-11-16'],
  ['2026-07-05T22:59:59Z', '2026-06-29'],
  ['2026-07-05T23:00:00Z', '2026-07-06'], // midnight in London
])('puts %s into the week of %s', (time, monday) => {
  expect(startOfWeek(Date.parse(time))).toBe(monday);
});

test('counts weeks in sequence where the clocks change', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
  expect(lastWeeks(3)).toEqual(['2026-10-12', '2026-10-19', '2026-10-26']);
});
