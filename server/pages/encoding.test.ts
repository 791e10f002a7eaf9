import { expect, test } from 'vitest';
import { bestEncoding, type Encoding } from './negotiation.ts';

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
  ['gzip;q=1.0, br;q=0.001', 'br'],
  ['br; q=0 , gzip; q=1', 'gzip'],
  ['br;level=1;q=0, gzip', 'gzip'],
  ['br;q=none, gzip', 'gzip'],
  ['br;level=1', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['identity;q=0', 'identity'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
])('Accept-Encoding %s is answered in %s', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding);
});

test('what a browser accepts is worked out once, and visitors who make values up fill no memory', () => {
  const known = new Map<string, Encoding>();
  for (let made = 0; made < 1000; made += 1) bestEncoding(`gzip;made-up=${made}`, known);
  expect(known.size).toBe(200);
  known.set('gzip;made-up=0', 'br');
  expect(bestEncoding('gzip;made-up=0', known)).toBe('br');
});
