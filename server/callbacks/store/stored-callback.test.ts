import { expect, test } from 'vitest';
import { describeFlags, OUTCOME_LABELS } from './stored-callback.ts';

test('describes flags and outcomes to staff', () => {
  expect(describeFlags({ flags: [] })).toBe('');
  expect(describeFlags({ flags: ['honeypot', 'fast'] })).toBe(
    'a hidden field was filled in, sent within 3 seconds of opening the form',
  );
  expect(Object.values(OUTCOME_LABELS)).toEqual([
    'Spoke to them',
    'No answer',
    'Wrong number',
    'Not a real request',
  ]);
});
