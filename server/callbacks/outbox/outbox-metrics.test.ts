import { expect, test } from 'vitest';
import { createMetrics } from '../../ops/metrics.ts';
import { showCounts } from './outbox-metrics.ts';

const NOW = Date.parse('2026-07-01T12:00:00.000Z');
const show = async (oldestWaiting: string | null) => {
  const metrics = createMetrics();
  const channels = {
    'mail:canary@example.com': { waiting: 2, setAside: 1, oldestWaiting },
    'mail:b@example.com': { waiting: 1, setAside: 0, oldestWaiting: '2026-07-01T11:59:00.000Z' },
  };
  const known = ['webhook', 'mail:b@example.com'];
  showCounts({ requests: 3, bytes: 0, channels }, known, metrics, NOW);
  return metrics.registry.metrics();
};

test('channels are counted by kind: no address is in a metric', async () => {
  const text = await show('2026-07-01T11:50:00.000Z');
  expect(text).toContain('callback_deliveries_waiting{channel="mail"} 3');
  expect(text).toContain('callback_deliveries_set_aside{channel="mail"} 1');
  expect(text).toContain('callback_oldest_waiting_seconds{channel="mail"} 600');
  expect(text).toContain('callback_oldest_waiting_seconds{channel="webhook"} 0');
  expect(text).not.toContain('@');
});

test('an age is never negative, even when the clock was set back', async () => {
  expect(await show('2026-07-01T17:00:00.000Z')).toContain(
    'callback_oldest_waiting_seconds{channel="mail"} 60\n',
  );
});
