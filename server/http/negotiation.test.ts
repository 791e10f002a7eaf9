import { expect, test } from 'vitest';
import { isNotModified, negotiateEncoding } from './negotiation.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=1.0, br;q=0.001', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br; q=0 , gzip; q=1', 'gzip'],
  ['br;level=1;q=0, gzip', 'gzip'],
  ['br;q=none, gzip', 'gzip'],
  ['br;level=1', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['identity;q=0', 'identity'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
])('Accept-Encoding %s is answered in %s', (accepted, encoding) => {
  expect(negotiateEncoding({ 'accept-encoding': accepted })).toBe(encoding);
});

test.each([
  ['W/"a"', 'W/"a"', true],
  ['"a"', 'W/"a"', true],
  ['*', 'W/"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['W/"b",W/"c"', 'W/"a"', false],
  ['xW/"a"', 'W/"a"', false],
  ['', 'W/"a"', false],
  [undefined, 'W/"a"', false],
  ['*', null, false],
])('If-None-Match %s and the tag %s: %s', (header, etag, expected) => {
  expect(isNotModified({ 'if-none-match': header }, etag)).toBe(expected);
});

test('a client that asks caches to look here has its condition looked at', () => {
  const headers = { 'if-none-match': '"a"', 'cache-control': 'no-cache' };
  expect(isNotModified(headers, 'W/"a"')).toBe(true);
});
