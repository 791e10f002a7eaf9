import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForContent } from './lookup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * Returns the result of `work`, which need not settle, and the seconds that a visitor waits for it.
 */
async function waitFor(work: string | Promise<string>, answered: () => number) {
  const start = Date.now();
  const outcome = waitForContent(work, { answered }).then((result) => ({
    seconds: (Date.now() - start) / 1000,
    result,
  }));
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
}

const after = (seconds: number) =>
  new Promise<string>((resolve) => setTimeout(resolve, seconds * 1000, 'the answer'));
const never = new Promise<string>(() => {});
const silent = () => 7;
function busy() {
  let answers = 0;
  return () => {
    answers += 1;
    return answers;
  };
}

test('known content is returned at once, and no timer is left', async () => {
  expect(await waitForContent('the answer', { answered: silent })).toBe('the answer');
  expect(vi.getTimerCount()).toBe(0);
});

test('a visitor waits 5 seconds for a silent service', async () => {
  expect(await waitFor(after(4), silent)).toEqual({ seconds: 4, result: 'the answer' });
  expect(await waitFor(never, silent)).toEqual({ seconds: 5, result: undefined });
});

test('a visitor waits up to 30 seconds while the service responds to others', async () => {
  expect(await waitFor(after(22), busy())).toEqual({ seconds: 22, result: 'the answer' });
  expect(await waitFor(never, busy())).toEqual({ seconds: 30, result: undefined });
});
