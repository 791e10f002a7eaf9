import { expect, test } from 'vitest';
import { OUTCOME_WORDS, suspicionOf } from './schema.ts';

test('staff read in words why a request is suspected, and what came of it', () => {
  expect(suspicionOf({ flags: [] })).toBe('');
  expect(suspicionOf({ flags: ['honeypot', 'fast'] })).toBe(
    'a field that people do not see was filled in, sent within 3 seconds',
  );
  expect(Object.values(OUTCOME_WORDS)).toEqual([
    'Reached',
    'No answer',
    'Wrong number',
    'Not a customer',
  ]);
});
