import { expect, test } from 'vitest';
import { bestEncoding } from './encoding.ts';

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
  ['identity', 'identity'],
  ['deflate', 'identity'],
])('Accept-Encoding %s is answered in %s', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding);
});
