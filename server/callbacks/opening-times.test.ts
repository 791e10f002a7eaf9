import { expect, test } from 'vitest';
import { DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { openMsBetween } from './opening-times.ts';

const OFFICE: OpeningHours[] = [{ days: DAYS.slice(0, 5), opens: '09:00', closes: '17:30' }];
const NIGHT: OpeningHours[] = [{ days: ['Saturday'], opens: '22:00', closes: '04:00' }];
const ALWAYS: OpeningHours[] = [{ days: [...DAYS], opens: '00:00', closes: '00:00' }];

test.each([
  ['within a day', OFFICE, '2026-11-23T10:00:00Z', '2026-11-23T10:12:00Z', 12],
  ['over a night', OFFICE, '2026-11-23T17:20:00Z', '2026-11-24T09:05:00Z', 15],
  ['over a weekend', OFFICE, '2026-11-27T17:00:00Z', '2026-11-30T09:10:00Z', 40],
  ['while closed', OFFICE, '2026-11-28T10:00:00Z', '2026-11-29T10:00:00Z', 0],
  ['in summer time', OFFICE, '2026-07-06T07:30:00Z', '2026-07-06T08:20:00Z', 20],
  ['in a night', NIGHT, '2026-11-28T23:00:00Z', '2026-11-29T08:00:00Z', 5 * 60],
  // The clocks go back, and forward, in that night.
  ['in a long night', NIGHT, '2026-10-24T21:00:00Z', '2026-10-25T12:00:00Z', 7 * 60],
  ['in a short night', NIGHT, '2026-03-28T22:00:00Z', '2026-03-29T12:00:00Z', 5 * 60],
  ['around the clock', ALWAYS, '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', 48 * 60],
] as const)('openMsBetween counts open minutes %s', (_, officeHours, from, to, minutes) => {
  const hours = { officeHours: [...officeHours] };
  expect(openMsBetween(hours, Date.parse(from), Date.parse(to))).toBe(minutes * 60_000);
});
