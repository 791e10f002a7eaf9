import { expect, test } from 'vitest';
import { phoneDoubt } from './phone-doubt.ts';

test.each([
  '07700 900123',
  '(07700) 900-123',
  '+44 7700 900123',
  '+44 (0)7700 900123',
  '0044 7700 900123',
  '00440 7700 900123',
  '020 7946 0123',
  '01204 52345',
  '7700900123',
  '07700 004412',
  '+353 85 123 4567',
  '+49 1512 3456789',
  '0033 6 12 34 56 78',
  '+1 (212) 555-0123',
  '',
  'ring the shop',
])('%j may be right', (typed) => {
  expect(phoneDoubt(typed)).toBeUndefined();
});

test.each([
  ['07700 90012', 'Digits: 10. UK mobiles have 11.'],
  ['07700 9001234', 'Digits: 12. UK mobiles have 11.'],
  ['+44 7700 90012', 'Digits: 10. UK mobiles have 11.'],
  ['020 7946', 'Digits: 7. Is that right?'],
  ['020 7946 01234', 'Digits: 12. Is that right?'],
  ['999', 'Digits: 3. Is that right?'],
  ['+1234567890123456', 'Digits: 16. Is that right?'],
])('%j gets a remark', (typed, remark) => {
  expect(phoneDoubt(typed)).toBe(remark);
});
