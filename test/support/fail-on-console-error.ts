import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A React warning or any other console.error that a test did not ask for fails it. */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...message) => {
    throw new Error(`unexpected console.error: ${message.map(String).join(' ')}`);
  });
});

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
