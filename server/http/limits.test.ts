import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFixedWindows, RATE_WINDOW_MS } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('however many clients come, the memory holds no more than its capacity, and keeps the newest', () => {
  const limiter = createFixedWindows(1, 100);
  for (let client = 0; client < 10_000; client++) limiter.count(`client ${client}`);
  expect(limiter.size()).toBe(100);
  expect(limiter.secondsFull('client 9999')).toBeGreaterThan(0);
  expect(limiter.secondsFull('client 0')).toBe(0);
});

test('clients of a window that has ended are forgotten when the next one comes', () => {
  const limiter = createFixedWindows(1, 100);
  for (let client = 0; client < 50; client++) limiter.count(`client ${client}`);
  vi.advanceTimersByTime(RATE_WINDOW_MS);
  limiter.count('client 50');
  expect(limiter.size()).toBe(1);
});
