import { expect, test } from 'vitest';
import { toOutcome } from './outbox-worker.ts';

const SINCE = '2026-07-01T12:00:00.000Z';
const at = (hours: number) => Date.parse(SINCE) + hours * 3_600_000;
const afterFailure = (attempts: number, hours = 0) =>
  toOutcome(
    { attempts, since: SINCE },
    { kind: 'retry', reason: 'SMTP 451' },
    undefined,
    at(hours),
  );

test.each([
  [1, 5],
  [2, 15],
  [3, 60],
  [4, 300],
  [5, 900],
  [6, 3600],
  [7, 3600],
  [25, 3600],
])('waits after failure %i for about %i s, at random', (attempts, seconds) => {
  const waits = Array.from({ length: 50 }, () => {
    const outcome = afterFailure(attempts);
    return 'retryAt' in outcome ? (outcome.retryAt.getTime() - at(0)) / 1000 : Number.NaN;
  });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(seconds * 0.9);
  expect(Math.max(...waits)).toBeLessThanOrEqual(seconds * 1.1);
  expect(new Set(waits).size).toBeGreaterThan(1);
});

test('gives up after a day, unless the site itself was down for that day', () => {
  expect(afterFailure(30, 23.9)).toMatchObject({ state: 'waiting' });
  expect(afterFailure(30, 24)).toEqual({ state: 'failed', reason: 'SMTP 451' });
  expect(afterFailure(2, 100)).toMatchObject({ state: 'waiting' });
});

test('gives nothing up when the clock is set back', () => {
  expect(afterFailure(3, -5)).toMatchObject({ state: 'waiting' });
});
