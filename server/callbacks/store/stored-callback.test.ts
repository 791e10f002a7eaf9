import { expect, test } from 'vitest';
import { OUTCOME_WORDS, suspicionOf } from './stored-callback.ts';

test('describes flags and outcomes to staff', () => {
  expect(suspicionOf({ flags: [] })).toBe('');
  expect(suspicionOf({ flags: ['honeypot', 'fast'] })).toBe(
    'a hidden field was filled in, sent within 3 seconds of opening the form',
  );
  expect(Object.values(OUTCOME_WORDS)).toEqual([
    'Spoke to them',
    'No answer',
    'Wrong number',
    'Not a real request',
  ]);
});
