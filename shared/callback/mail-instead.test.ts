import { expect, test } from 'vitest';
import { mailInstead } from './mail-instead.ts';

test.each([
  ['Sam.Field@gmial.com', 'Sam.Field@gmail.com'],
  [' sam@GMAI.COM ', 'sam@gmail.com'],
  ['sam@gmail.con', 'sam@gmail.com'],
  ['sam@hotmial.co.uk', 'sam@hotmail.co.uk'],
  ['sam@yaho.co.ik', 'sam@yahoo.co.uk'],
  ['sam@iclod.com', 'sam@icloud.com'],
])('%j probably means %s', (typed, meant) => {
  expect(mailInstead(typed)).toBe(meant);
});

test.each([
  'sam@gmail.com',
  'sam@ymail.com',
  'sam@mail.com',
  'sam@yahoo.co.uk',
  'sam@example.om',
  'sam@gmial.example.com',
  'sam@constructor.com',
  'sam',
  '@gmial.com',
  '',
])('%j may be right', (typed) => {
  expect(mailInstead(typed)).toBeUndefined();
});
