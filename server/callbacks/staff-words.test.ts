import { expect, test } from 'vitest';
import { dialLink } from './staff-words.ts';

test.each([
  ['07700 900199', 'tel:07700900199'],
  ['07700\u00a0900\u00a0199', 'tel:07700900199'],
  ['+44 7700 900199', 'tel:+447700900199'],
  ['(+44) 7700 900199', 'tel:+447700900199'],
  ['+44 (0)7700 900199', 'tel:+447700900199'],
  ['(0)7700-900199', 'tel:07700900199'],
  ['07700+900199', 'tel:07700900199'],
  ['ring the shop', null],
  ['+', null],
])('%j is dialled as %s', (typed, link) => {
  expect(dialLink(typed)).toBe(link);
});
