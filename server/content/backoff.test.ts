import { expect, test } from 'vitest';
import { createBackoff } from './backoff.ts';

test('pauses differ from server to server', () => {
  const pauses = [0, 0.5, 0.999].map((random) => {
    const outage = createBackoff(() => random);
    outage.failed({ kind: 'http', details: {} }, 0);
    return outage.pauseMs(0);
  });
  expect(new Set(pauses).size).toBe(3);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1000);
});

test('calls that fail together count as one failure', () => {
  const outage = createBackoff(() => 1);
  for (let call = 0; call < 4; call += 1) outage.failed({ kind: 'timeout', details: {} }, 0);
  expect(outage.pauseMs(0)).toBe(1000);
});
