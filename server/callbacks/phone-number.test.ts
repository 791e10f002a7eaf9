import { expect, test } from 'vitest';
import { readPhoneNumber, remarkOn, telHref } from './phone-number.ts';

test.each([
  ['07700 900123', 'tel:+447700900123'],
  ['07700\u00a0900\u00a0123', 'tel:+447700900123'],
  ['(0)7700-900123', 'tel:+447700900123'],
  ['(+44) 7700 900123', 'tel:+447700900123'],
  ['+44 (0)7700 900123', 'tel:+447700900123'],
  ['+44 07700 900123', 'tel:+447700900123'],
  ['0044 (0)7700 900123', 'tel:+447700900123'],
  ['٠٧٧٠٠ ٩٠٠١٢٣', 'tel:+447700900123'],
  ['０７７００９００１２３', 'tel:+447700900123'],
  ['+353 86 123 4567', 'tel:+353861234567'],
])('reads %j with certainty, in any spelling', (typed, href) => {
  expect(telHref(typed)).toBe(href);
});

test.each([
  '07700900123 or 07700900456',
  '07700900123/07700900456',
  '07700900123;07700900456',
  '07700900123, 07700900456',
  '07700900123 07700900456',
  '07700 900123 (after 5pm)',
  'between 9 and 5 on 07700 900123',
  'flat 12, 07700 900123',
])('reads the first number of %j, and nothing else', (typed) => {
  expect(telHref(typed)).toBe('tel:+447700900123');
});

test.each(['020 7946 0000 ext 12', '020 7946 0000, ext. 12', '020 7946 0000 x12'])(
  'dials the extension of %j after the call is answered',
  (typed) => {
    expect(readPhoneNumber(typed)).toEqual({
      kind: 'certain',
      href: 'tel:+442079460000;ext=12',
      display: '020 7946 0000 ext. 12',
    });
  },
);

test.each([
  ['078', 'Too short. '],
  ['0770090012', ''],
  ['077009001234', 'Too long. '],
  ['07700 900123-4', 'Too long. '],
  ['07911123456 2', 'Too long. '],
  ['9876543210', ''],
  ['07700 900123 07700 900456', ''],
])('describes why %j is doubtful', (typed, begin) => {
  expect(readPhoneNumber(typed)).toEqual({
    kind: 'doubtful',
    doubt: expect.stringMatching(new RegExp(`^${begin}[A-Z].*\\.`)),
  });
});

test('finds no number in a text without digits', () => {
  for (const typed of ['call the shop', '+', ''])
    expect(readPhoneNumber(typed)).toMatchObject({ doubt: 'There is no phone number in this.' });
});

test('states how a number was read when that differs from the text', () => {
  expect(remarkOn('07700900123')).toBeUndefined();
  expect(remarkOn('07700 900123')).toBeUndefined();
  expect(remarkOn('07700900123 or 07700900456')).toBe('read as 07700 900123');
  expect(remarkOn('+44 (0)7700 900123')).toBeUndefined();
  expect(remarkOn('٠٧٧٠٠ ٩٠٠١٢٣')).toBe('read as 07700 900123');
  expect(remarkOn('078')).toMatch(/^Too short\. /);
});
