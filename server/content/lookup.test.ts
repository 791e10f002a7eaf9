import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { Content } from './content.ts';
import type { ContentSource, RawContent } from './source.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Looks up a post of a source that answers after some seconds, and counts those of the wait. */
async function waitFor(answerAfterSeconds: number, responseCount: () => number) {
  const answer = Promise.withResolvers<RawContent>();
  const absent = { state: 'absent' } as const;
  const types: RawContent['types'] = {
    blogPost: { state: 'read', entries: [] },
    page: absent,
    question: absent,
    testimonial: absent,
  };
  setTimeout(
    () => answer.resolve({ types, linked: [], tagNames: new Map(), issues: [] }),
    answerAfterSeconds * 1000,
  );
  const source: ContentSource = {
    id: 'slow',
    get responseCount() {
      return responseCount();
    },
    revisions: async () => ({}),
    read: () => answer.promise,
  };
  const content = new Content({
    ...{ source, ttlSeconds: 60, database: null },
    ...{ log: createLogger('silent'), metrics: createMetrics() },
  });
  const start = Date.now();
  const found = Promise.resolve(content.lookup({ kind: 'post', slug: 'a' })).then(({ state }) => ({
    seconds: (Date.now() - start) / 1000,
    state,
  }));
  await vi.advanceTimersByTimeAsync(60_000);
  return found;
}

const silent = () => 7;
function busy() {
  let responses = 0;
  return () => {
    responses += 1;
    return responses;
  };
}

test('a visitor waits 5 seconds for a silent source', async () => {
  expect(await waitFor(4, silent)).toEqual({ seconds: 4, state: 'missing' });
  expect(await waitFor(1000, silent)).toEqual({ seconds: 5, state: 'unavailable' });
});

test('a visitor waits up to 30 seconds while the source responds to others', async () => {
  expect(await waitFor(22, busy())).toEqual({ seconds: 22, state: 'missing' });
  expect(await waitFor(1000, busy())).toEqual({ seconds: 30, state: 'unavailable' });
});
