import { expect, test } from 'vitest';
import { validDate } from './post.ts';

test('dates and date-times with any offset are read', () => {
  expect(validDate('2025-03-04')?.toISOString()).toBe('2025-03-04T00:00:00.000Z');
  expect(validDate('2025-03-04T09:30+01:00')?.toISOString()).toBe('2025-03-04T08:30:00.000Z');
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
