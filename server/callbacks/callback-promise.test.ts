import { expect, test } from 'vitest';
import { type Company, DAYS, type OpeningHours } from '../../shared/site/company.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { callbackDeadline, callbackPromise, callbackPromiseNow } from './callback-promise.ts';

const OFFICE: OpeningHours[] = [
  {
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    opens: '09:00',
    closes: '17:30',
  },
  { days: ['Saturday'], opens: '10:00', closes: '14:00' },
];
const company = (facts: Partial<Company>): Company => ({
  ...PLACEHOLDER_COMPANY,
  callbackWithin: '15 minutes',
  ...facts,
});

test.each([
  ['2026-11-23T08:59:59Z', 'from 9am today'],
  ['2026-11-23T09:00:00Z', 'within 15 minutes'],
  ['2026-11-23T17:14:59Z', 'within 15 minutes'],
  ['2026-11-23T17:15:00Z', 'from 9am tomorrow'],
  ['2026-11-23T17:30:00Z', 'from 9am tomorrow'],
  ['2026-11-27T18:00:00Z', 'from 10am tomorrow'],
  ['2026-11-28T15:00:00Z', 'from 9am on Monday'],
  ['2026-11-29T15:00:00Z', 'from 9am tomorrow'],
  ['2026-11-29T00:00:00Z', 'from 9am tomorrow'],
  // In summer London is an hour ahead of UTC.
  ['2026-07-06T07:59:00Z', 'from 9am today'],
  ['2026-07-06T08:00:00Z', 'within 15 minutes'],
  ['2026-07-06T16:30:00Z', 'from 9am tomorrow'],
  // As the clocks go forward, past midnight in summer time only, in the hour that they repeat
  ['2026-03-29T01:00:00Z', 'from 9am tomorrow'],
  ['2026-03-29T23:30:00Z', 'from 9am today'],
  ['2026-03-30T08:00:00Z', 'within 15 minutes'],
  ['2026-10-25T01:30:00Z', 'from 9am tomorrow'],
  ['2026-10-26T08:00:00Z', 'from 9am today'],
])('promises to a visitor who asked at %s: %s', (now, words) => {
  expect(callbackPromiseNow(company({ officeHours: OFFICE }), Date.parse(now))).toBe(words);
});

test("handles hours past midnight, the helpline's hours, no hours and no promise", () => {
  const night: OpeningHours[] = [{ days: ['Sunday'], opens: '20:00', closes: '02:00' }];
  const at = (facts: Partial<Company>, now: string) =>
    callbackPromiseNow(company(facts), Date.parse(now));
  expect(at({ lineHours: night }, '2026-11-23T01:44:00Z')).toBe('within 15 minutes');
  expect(at({ lineHours: night }, '2026-11-23T02:00:00Z')).toBe('from 8pm on Sunday');
  expect(at({ lineHours: night, officeHours: OFFICE }, '2026-11-23T10:00:00Z')).toBe(
    'within 15 minutes',
  );
  // The hours of one day may go on into those of the next.
  const always: OpeningHours[] = [{ days: [...DAYS], opens: '00:00', closes: '00:00' }];
  expect(at({ lineHours: always }, '2026-11-29T23:55:00Z')).toBe('within 15 minutes');
  // On this night 01:00 in London is 02:00, when the helpline closes.
  const early: OpeningHours[] = [{ days: ['Sunday'], opens: '00:00', closes: '02:00' }];
  expect(at({ lineHours: early }, '2026-03-29T00:44:00Z')).toBe('within 15 minutes');
  expect(at({ lineHours: early }, '2026-03-29T00:45:00Z')).toBe('from midnight on Sunday');
  expect(at({ callbackWithin: '1 hour', officeHours: OFFICE }, '2026-11-23T16:29:00Z')).toBe(
    'within 1 hour',
  );
  expect(at({ callbackWithin: '2 hours', officeHours: OFFICE }, '2026-11-23T16:29:00Z')).toBe(
    'from 9am tomorrow',
  );
  expect(at({}, '2026-11-23T02:00:00Z')).toBe('within 15 minutes');
  expect(at({ callbackWithin: undefined, officeHours: OFFICE }, '2026-11-23T02:00:00Z')).toBe(
    undefined,
  );
});

test('names the hours on a page, which may be read at any time', () => {
  expect(callbackPromise(company({ officeHours: OFFICE.slice(0, 1) }))).toBe(
    'within 15 minutes while we are open (Monday to Friday, 9am\u00a0to\u00a05:30pm)',
  );
  expect(callbackPromise(company({}))).toBe('within 15 minutes');
  expect(callbackPromise(company({ callbackWithin: undefined, officeHours: OFFICE }))).toBe(
    undefined,
  );
});

test.each([
  // Asked at, and called at the latest, in UTC
  ['2026-11-23T10:00:00Z', '2026-11-23T10:15:00.000Z'],
  ['2026-11-23T17:20:00Z', '2026-11-24T09:15:00.000Z'],
  ['2026-11-23T03:00:00Z', '2026-11-23T09:15:00.000Z'],
  ['2026-11-28T15:00:00Z', '2026-11-30T09:15:00.000Z'],
  // The clocks go back in this night, and forward in that one.
  ['2026-10-24T15:00:00Z', '2026-10-26T09:15:00.000Z'],
  ['2026-03-28T15:00:00Z', '2026-03-30T08:15:00.000Z'],
])('sets the deadline of a request at %s to %s', (askedAt, deadline) => {
  const promising = { ...company({ officeHours: OFFICE }), callbackWithin: '15 minutes' };
  expect(new Date(callbackDeadline(promising, Date.parse(askedAt))).toISOString()).toBe(deadline);
});

test('counts the promise by the clock when no hours are known', () => {
  const promising = { ...company({}), callbackWithin: '1 hour' };
  const askedAt = Date.parse('2026-11-23T03:00:00Z');
  expect(callbackDeadline(promising, askedAt) - askedAt).toBe(60 * 60_000);
});
