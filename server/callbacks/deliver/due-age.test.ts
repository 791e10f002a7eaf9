import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newStore, request } from '../../../test/support/callbacks/stores.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { startOutbox } from './outbox.ts';
import { OUTBOX_TIMINGS } from './outbox-worker.ts';

test('reports the age of the oldest request that is due for a call', async () => {
  const store = await newStore();
  const metrics = createMetrics();
  const now = Date.parse('2026-11-24T10:00:00Z');
  const minutesLater = (minutes: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 60_000 });
  };
  onTestFinished(() => void vi.useRealTimers());
  const log = pino({ level: 'silent' });
  const pace = { ...OUTBOX_TIMINGS, poll: 5 };
  const outbox = startOutbox({
    store,
    channels: new Map(),
    log,
    metrics,
    pace,
  });
  onTestFinished(() => outbox.stop());
  const age = async () => {
    const text = await metrics.registry.metrics();
    return Number(/^callback_oldest_due_seconds (\S+)$/m.exec(text)?.[1]);
  };
  minutesLater(0);
  await store.add({ ...request('Bot'), flags: ['fast'] }, []);
  const { id } = await store.add(request('Ann'), []);
  minutesLater(121);
  await expect.poll(age).toBe(121 * 60);
  // Due again an hour after nobody answered
  await store.change(id, 0, { outcome: 'noanswer', note: '', ringAgainAt: null }, 'Bea');
  await expect.poll(age).toBe(0);
  minutesLater(121 + 60 + 5);
  await expect.poll(age).toBe(5 * 60);
  await store.change(id, 1, { outcome: 'reached', note: '', ringAgainAt: null }, 'Bea');
  await expect.poll(age).toBe(0);
  // A clock that is set back makes nobody's wait negative.
  await store.add(request('Cay', { email: 'cay@example.com' }), []);
  minutesLater(0);
  await expect.poll(age).toBe(0);
});
