import { expect, test } from 'vitest';
import { parseRequestSource } from './request-source.ts';

const parse = (query: string) => {
  const params = new URLSearchParams(query);
  return parseRequestSource((param) => params.get(param));
};

test('keeps the three parts, and null for each that is missing', () => {
  expect(parse('utm_source=google&utm_medium=cpc&utm_campaign=Spring+sale')).toEqual({
    source: 'google',
    medium: 'cpc',
    campaign: 'Spring sale',
  });
  expect(parse('utm_medium=cpc')).toEqual({ source: null, medium: 'cpc', campaign: null });
});

test.each(['', 'gclid=abc&fbclid=def&utm_term=x', 'utm_source=', 'utm_source=%00%E2%80%8B+'])(
  'is null for "%s"',
  (query) => {
    expect(parse(query)).toBeNull();
  },
);

test.each([
  ['%0D%0ABcc:+a@b.c', 'Bcc: a@b.c'],
  ['a%00b%1Bc%E2%80%AEd%E2%80%8Be%EF%BF%BFf', 'abcdef'],
  ['x'.repeat(200), 'x'.repeat(100)],
  ['%F0%9F%9A%97'.repeat(101), '🚗'.repeat(100)],
])('makes one printable line of at most 100 characters of %s', (value, source) => {
  expect(parse(`utm_source=${value}`)?.source).toBe(source);
});
