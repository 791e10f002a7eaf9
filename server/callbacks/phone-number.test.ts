import { expect, test } from 'vitest';
import { describePhoneNumber, readPhoneNumber } from './phone-number.ts';

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
  expect(describePhoneNumber(typed).href).toBe(href);
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
  expect(describePhoneNumber(typed).href).toBe('tel:+447700900123');
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

test.each([
  ['07700900123', '07700 900123', undefined],
  ['+44 (0)7700 900123', '07700 900123', undefined],
  ['02079460000 extension 12', '020 7946 0000 ext. 12', undefined],
  ['0044-207-946-0000', '020 7946 0000', undefined],
  ['+353861234567', '+353 86 123 4567', undefined],
  ['07700 900123 (ask for Bea)', '07700 900123 (ask for Bea)', undefined],
  ['Bea, +447700900123', 'Bea, +447700900123', 'read as 07700 900123'],
  ['07700900123 or 07700900456', '07700900123 or 07700900456', 'read as 07700 900123'],
  ['٠٧٧٠٠ ٩٠٠١٢٣', '٠٧٧٠٠ ٩٠٠١٢٣', 'read as 07700 900123'],
])('describes %j as %s, with the remark %s', (typed, text, remark) => {
  expect(describePhoneNumber(typed)).toEqual({ text, remark, href: expect.any(String) });
});

test('describes a doubtful number as typed, without a link', () => {
  const doubt = expect.stringMatching(/^Too short\. /);
  expect(describePhoneNumber('078')).toEqual({ text: '078', remark: doubt });
});
