import { expect, test, vi } from 'vitest';
import { BoundedStore, RATE_WINDOW_MS } from './rate-limit.ts';

test('a window starts again after ten minutes', () => {
  vi.useFakeTimers();
  const store = new BoundedStore();
  store.increment('a');
  expect(store.increment('a').totalHits).toBe(2);
  vi.advanceTimersByTime(RATE_WINDOW_MS);
  expect(store.increment('a').totalHits).toBe(1);
  vi.useRealTimers();
});

test('however many clients come, the memory holds no more than its capacity', () => {
  const store = new BoundedStore(100);
  for (let client = 0; client < 10_000; client++) store.increment(`client ${client}`);
  expect(store.size).toBe(100);
  expect(store.increment('client 9999').totalHits).toBe(2);
  store.decrement('client 9999');
  expect(store.increment('client 9999').totalHits).toBe(2);
  store.resetKey('client 9999');
  expect(store.size).toBe(99);
});
