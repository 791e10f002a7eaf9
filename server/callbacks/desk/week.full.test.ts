import { afterEach, expect, test, vi } from 'vitest';
import { startDesk } from '../../../test/support/callbacks/desk.ts';
import { request } from '../../../test/support/callbacks/stores.ts';

afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The first week begins on Monday 5 October 2026 in London; the clocks go back on 25 October. */
const FIRST_MONDAY = Date.parse('2026-10-04T23:00:00Z');
const CAMPAIGNS = [null, 'autumn', 'spring'] as const;

/** A request: its time, the minutes until it is called (null: never), and its campaign. */
interface Planned {
  at: number;
  minutes: number | null;
  campaign: (typeof CAMPAIGNS)[number];
}

/** Plans 500 requests over six weeks, one every two hours. */
const PLAN: readonly Planned[] = Array.from({ length: 500 }, (_, index) => ({
  at: FIRST_MONDAY + index * 2 * HOUR_MS + MINUTE_MS,
  minutes: index % 10 === 9 ? null : 5 + (index % 7),
  campaign: CAMPAIGNS[index % 3] as Planned['campaign'],
}));

/** Counts by hand the row of the requests that a condition takes. */
function rowOf(label: string, isWanted: (planned: Planned) => boolean): string {
  const wanted = PLAN.filter(isWanted);
  const waits = wanted.flatMap(({ minutes }) => minutes ?? []).sort((a, b) => a - b);
  const half = waits.length / 2;
  const [low = 0, high = 0] = [waits[Math.ceil(half) - 1], waits[Math.floor(half)]];
  const inTime = waits.filter((minutes) => minutes <= 8).length;
  const share = `${Math.round((100 * inTime) / wanted.length)}%`;
  const median = `${Math.round((low + high) / 2)}\u00a0min`;
  return [label, wanted.length, waits.length, median, share, wanted.length - waits.length].join(
    '|',
  );
}

test('agrees with a hand count of 500 requests over a change of the clocks', async () => {
  const { site, get, store } = await startDesk();
  site.config.company.callbackWithin = '8 minutes';
  for (const [index, { at, minutes, campaign }] of PLAN.entries()) {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    const source = campaign && { source: 'google', medium: null, campaign };
    const { id } = await store.add({ ...request(`Caller ${index}`), source }, []);
    if (minutes === null) continue;
    vi.setSystemTime(at + minutes * MINUTE_MS);
    await store.change(id, 0, { outcome: 'reached', note: '', ringAgainAt: null }, 'Bea');
  }
  vi.setSystemTime(Date.parse('2026-11-15T22:00:00Z'));
  const html = await (await get('/callbacks/counts')).text();
  delete site.config.company.callbackWithin;
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row.replace(/<\/t[hd]>(?!$)/g, '|').replace(/<[^>]+>/g, ''),
  );
  // Midnights in London; from the fourth week on in winter time.
  const mondays = [
    '10-04T23',
    '10-11T23',
    '10-18T23',
    '10-26T00',
    '11-02T00',
    '11-09T00',
    '11-16T00',
  ];
  const starts = mondays.map((start) => Date.parse(`2026-${start}:00:00Z`));
  for (const [week, label] of ['5 Oct', '12 Oct', '19 Oct', '26 Oct', '2 Nov', '9 Nov'].entries()) {
    const [start = 0, end = 0] = starts.slice(week, week + 2);
    expect(rows).toContain(rowOf(label, ({ at }) => at >= start && at < end));
  }
  expect(rows.filter((row) => /^\d+ (Oct|Nov)\|/.test(row))).toHaveLength(6);
  expect(rows).toContain(rowOf('No campaign', ({ campaign }) => campaign === null));
  expect(rows).toContain(rowOf('autumn (source: google)', ({ campaign }) => campaign === 'autumn'));
  expect(rows).toContain(rowOf('spring (source: google)', ({ campaign }) => campaign === 'spring'));
  expect(rows).toContain('Unknown|0|0|0|500');
}, 60_000);
