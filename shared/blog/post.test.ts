import { expect, onTestFinished, test } from 'vitest';
import { validDate } from './post.ts';

test('dates and date-times with any offset are read', () => {
  expect(validDate('2025-03-04')?.toISOString()).toBe('2025-03-04T00:00:00.000Z');
  expect(validDate('2025-03-04T09:30+01:00')?.toISOString()).toBe('2025-03-04T08:30:00.000Z');
});

test.each([
  ['2025-06-01', '2025-05-31T23:00:00.000Z'],
  ['2025-06-01T09:30', '2025-06-01T08:30:00.000Z'],
  ['2025-12-01T09:30', '2025-12-01T09:30:00.000Z'],
  ['2025-10-26T00:30', '2025-10-25T23:30:00.000Z'],
  ['2025-10-26T02:30', '2025-10-26T02:30:00.000Z'],
  ['2025-03-30T02:30', '2025-03-30T01:30:00.000Z'],
])('%s without a zone is UK time, whatever the zone of the server', (text, expected) => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  for (process.env.TZ of ['UTC', 'America/New_York', 'Pacific/Auckland'])
    expect(validDate(text)?.toISOString(), process.env.TZ).toBe(expected);
});

test('anything else is not a date', () => {
  for (const text of [
    '',
    'soon',
    '4 March 2025',
    '2025-13-40',
    '+012025-01-01',
    '20250304',
    '2025-03-04Tea',
  ])
    expect(validDate(text), text).toBeUndefined();
});
