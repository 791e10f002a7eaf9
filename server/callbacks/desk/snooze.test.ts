import { describe, expect, test } from 'vitest';
import { DAYS, type OpeningHours } from '../../../shared/site/company.ts';
import { resolveSnooze, snoozeOptions } from './snooze.ts';

const WEEKDAYS: OpeningHours = { days: DAYS.slice(0, 5), opens: '08:30', closes: '17:30' };
const SATURDAY: OpeningHours = { days: ['Saturday'], opens: '10:00', closes: '14:00' };
const LATE: OpeningHours = { days: DAYS.slice(0, 5), opens: '09:00', closes: '20:00' };
const NIGHT: OpeningHours = { days: ['Friday'], opens: '20:00', closes: '02:00' };

const offer = (officeHours: OpeningHours[] | undefined, now: string) =>
  snoozeOptions({ officeHours }, Date.parse(now)).map(
    ({ label, at }) => `${label}: ${at.slice(0, 16)}`,
  );

describe('snoozeOptions', () => {
  test.each([
    // 2026-11-23 is a Monday; 2026-07-03 is a Friday in summer time.
    ['a weekday', [WEEKDAYS], '2026-11-23T10:00:00Z', ['Tomorrow at 9am: 2026-11-24T09:00']],
    ['a Friday', [WEEKDAYS], '2026-07-03T10:00:00Z', ['Monday at 9am: 2026-07-06T08:00']],
    [
      'a Friday before an open Saturday',
      [WEEKDAYS, SATURDAY],
      '2026-07-03T10:00:00Z',
      ['Tomorrow at 10am: 2026-07-04T09:00'],
    ],
    [
      'a Saturday',
      [WEEKDAYS, SATURDAY],
      '2026-11-28T11:00:00Z',
      ['Monday at 9am: 2026-11-30T09:00'],
    ],
    [
      'a day with an open evening',
      [LATE],
      '2026-11-23T16:59:00Z',
      ['This evening at 6pm: 2026-11-23T18:00', 'Tomorrow at 9am: 2026-11-24T09:00'],
    ],
    [
      'an hour before the evening',
      [LATE],
      '2026-11-23T17:00:00Z',
      ['Tomorrow at 9am: 2026-11-24T09:00'],
    ],
    [
      'the only open day',
      [SATURDAY],
      '2026-11-28T11:00:00Z',
      ['Next Saturday at 10am: 2026-12-05T10:00'],
    ],
    ['a night', [NIGHT], '2026-11-23T11:00:00Z', ['Friday at 8pm: 2026-11-27T20:00']],
    [
      'a firm without hours',
      undefined,
      '2026-10-24T10:00:00Z',
      ['This evening at 6pm: 2026-10-24T17:00', 'Tomorrow at 9am: 2026-10-25T09:00'],
    ],
  ] as const)('offers open times to come on %s', (_, hours, now, expected) => {
    const [first, ...others] = offer(hours as OpeningHours[] | undefined, now);
    expect(first).toMatch(/^In an hour: /);
    expect(others).toEqual(expected);
  });
});

describe('resolveSnooze', () => {
  test.each([
    [[LATE], '2026-11-23T17:30:00Z', '2026-11-23T18:30:00.000Z'],
    [[LATE], '2026-11-23T19:30:00Z', '2026-11-24T09:00:00.000Z'],
    [undefined, '2026-11-23T22:30:00Z', '2026-11-23T23:30:00.000Z'],
  ] as const)('moves an evening that has passed to an open time', (officeHours, now, at) => {
    const hours = { officeHours: officeHours as OpeningHours[] | undefined };
    expect(resolveSnooze(hours, 'evening', Date.parse(now))).toBe(at);
  });

  test('returns null for any other value', () => {
    expect([resolveSnooze({}, ''), resolveSnooze({}, 'noon')]).toEqual([null, null]);
  });
});
