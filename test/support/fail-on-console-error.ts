import { afterEach, beforeEach, expect, vi } from 'vitest';

/** Fails a test with a React warning or any other console.error that it did not ask for. */
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
