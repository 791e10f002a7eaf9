import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClientLimiter, createRateLimiter, RATE_WINDOW_MS } from './rate-limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('however many clients come, 50,000 are remembered, the newest of them', () => {
  const limit = createClientLimiter(1);
  const address = (client: number) => `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
  for (let client = 0; client <= 50_000; client += 1) limit.count(address(client));
  expect(limit.secondsFull(address(0))).toBe(0);
  for (const client of [1, 50_000]) expect(limit.secondsFull(address(client))).toBeGreaterThan(0);
});

test('frees a used-up limit after ten minutes and gives the wait in seconds', () => {
  const limit = createRateLimiter(2);
  expect([limit.take('192.0.2.1'), limit.take('192.0.2.1')]).toEqual([null, null]);
  vi.advanceTimersByTime(RATE_WINDOW_MS - 1500);
  expect(limit.take('192.0.2.1')).toEqual({ outcome: 'rate_limited', seconds: 2 });
  vi.advanceTimersByTime(1500);
  expect([limit.take('192.0.2.1'), limit.take('192.0.2.1')]).toEqual([null, null]);
  expect(limit.take('192.0.2.1')).toEqual({ outcome: 'rate_limited', seconds: 600 });
});

test('a clock that is set back by five hours makes nobody wait longer than ten minutes', () => {
  const limit = createRateLimiter(1);
  limit.take('192.0.2.1');
  vi.setSystemTime(Date.now() - 5 * 60 * 60 * 1000);
  expect(limit.take('192.0.2.1')?.seconds).toBe(RATE_WINDOW_MS / 1000);
});

test('the networks of one IPv6 /48 together have twenty times the limit of one client', () => {
  const limit = createRateLimiter(2);
  const from = (network: number) => limit.take(`2001:db8:1:${network.toString(16)}::1`);
  for (let network = 0; network < 40; network++) expect(from(network)).toBeNull();
  expect(from(40)).toMatchObject({ outcome: 'rate_limited' });
  expect(limit.take('2001:db8:2::1')).toBeNull();
});

test('accepts 400 times the limit of one client from all clients together', () => {
  const limit = createRateLimiter(1);
  const from = (client: number) => limit.take(`192.0.${client >> 8}.${client & 255}`);
  for (let client = 0; client < 400; client++) expect(from(client)).toBeNull();
  expect(from(400)).toEqual({ outcome: 'at_capacity', seconds: RATE_WINDOW_MS / 1000 });
  vi.advanceTimersByTime(RATE_WINDOW_MS);
  expect(from(401)).toBeNull();
});

test('a request over one limit counts towards no other', () => {
  const limit = createRateLimiter(1);
  for (let attempt = 0; attempt < 1000; attempt++) limit.take('2001:db8:1::1');
  expect(limit.take('2001:db8:1:1::1')).toBeNull();
});

test('rejects a client for the window after twenty times the limit in invalid forms', () => {
  const limit = createRateLimiter(2);
  for (let form = 0; form < 40; form++) {
    expect(limit.take('192.0.2.1', true)).toBeNull();
  }
  expect(limit.take('192.0.2.1', true)).toMatchObject({ outcome: 'rate_limited' });
  expect(limit.take('192.0.2.1')).toMatchObject({ outcome: 'rate_limited' });
  expect(limit.take('192.0.2.2')).toBeNull();
  vi.advanceTimersByTime(RATE_WINDOW_MS);
  expect(limit.take('192.0.2.1')).toBeNull();
});
