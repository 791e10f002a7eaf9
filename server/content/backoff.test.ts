import { expect, test } from 'vitest';
import { createLogger } from '../ops/log.ts';
import { createBackoff } from './backoff.ts';

const log = createLogger('silent');
const now = () => 0;

test('pauses differ from server to server', () => {
  const pauses = [0, 0.5, 0.999].map((random) => {
    const backoff = createBackoff({ log, now, random: () => random });
    backoff.failed({ kind: 'http', details: {} });
    return backoff.pauseMs();
  });
  expect(new Set(pauses).size).toBe(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

test('calls that fail together count as one failure', () => {
  const backoff = createBackoff({ log, now, random: () => 1 });
  for (let call = 0; call < 4; call += 1) backoff.failed({ kind: 'timeout', details: {} });
  expect(backoff.pauseMs()).toBe(1000);
});
