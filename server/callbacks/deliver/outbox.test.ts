import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newStore, request } from '../../../test/support/callbacks/stores.ts';
import { createMetrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import type { Deliver, DeliveryResult } from './channel.ts';
import { setDeliveryMetrics, startOutbox } from './outbox.ts';
import type { Pace } from './outbox-worker.ts';

/** An hour of the real schedule in 400 ms. No lease ends meanwhile, however busy the machine is. */
const QUICK: Pace = {
  retryDelays: [1, 2, 7, 33, 100, 400],
  maxAge: 9600,
  poll: 5,
  lease: 60_000,
  grace: 100,
};

const DELIVERED: DeliveryResult = { kind: 'delivered' };

function run(store: CallbackStore, channels: Record<ChannelId, Deliver>, pace = QUICK) {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const metrics = createMetrics();
  const parts = {
    store,
    channels: new Map(Object.entries(channels)),
    log,
    metrics,
    pace,
  };
  const outbox = startOutbox(parts);
  onTestFinished(() => outbox.stop());
  return { outbox, lines, metrics };
}

/** Creates a channel that records its deliveries and responds as the test says. */
function createReceiver(
  answer: (name: string) => DeliveryResult | Promise<DeliveryResult> = () => DELIVERED,
) {
  const told: string[] = [];
  const deliver: Deliver = async ({ fields: { name } }) => {
    const attempt = await answer(name);
    if (attempt.kind === 'delivered') told.push(name);
    return attempt;
  };
  return { told, deliver };
}

test('goes on delivering when a delivery cannot be counted', async () => {
  const store = await newStore();
  const mail = createReceiver();
  const { outbox, metrics } = run(store, { 'mail:a': mail.deliver });
  vi.spyOn(metrics.callbackDeliveries, 'inc').mockImplementation(() => {
    throw new Error('not counted');
  });
  for (const name of ['first', 'second']) {
    await outbox.keep(request(name), ['mail:a']);
    await expect.poll(() => mail.told).toContain(name);
  }
});

test('delivers what its own process stores without waiting for the next poll', async () => {
  const store = await newStore();
  const mail = createReceiver();
  const { outbox } = run(store, { 'mail:a': mail.deliver }, { ...QUICK, poll: 60 * 60 * 1000 });
  const names = Array.from({ length: 20 }, (_, number) => `caller ${number}`);
  for (const name of names) {
    await outbox.keep(request(name), outbox.channels);
    await expect.poll(() => mail.told).toContain(name);
  }
  const burst = names.map((name) => outbox.keep(request(`${name} again`), outbox.channels));
  await Promise.all(burst);
  await expect.poll(() => mail.told.length).toBe(2 * names.length);
});

test('retries a channel that throws, also after a restart', async () => {
  const store = await newStore();
  const { id } = await store.add(request('Canary'), ['mail:a', 'webhook']);
  let isBroken = true;
  const throwing: Deliver = async ({ fields }) => {
    if (isBroken) throw new TypeError(`cannot read ${fields.name}`);
    return DELIVERED;
  };
  const throwingAtOnce: Deliver = () => {
    throw 'no error';
  };
  const { outbox, lines } = run(store, { 'mail:a': throwing, webhook: throwingAtOnce });
  const deliveries = async () => (await store.find(id))?.deliveries;
  await expect.poll(deliveries).toMatchObject([
    { state: 'waiting', reason: 'TypeError' },
    { state: 'waiting', reason: 'Error' },
  ]);
  await outbox.stop();
  expect(lines.join('')).not.toContain('Canary');
  isBroken = false;
  run(store, { 'mail:a': throwing });
  await expect.poll(deliveries).toMatchObject([{ state: 'delivered' }, {}]);
});

test('fails a permanently refused request at once, counts it and lets staff requeue it', async () => {
  const store = await newStore();
  let refuses = true;
  const mail = createReceiver(() =>
    refuses ? { kind: 'refused', reason: 'SMTP 550' } : DELIVERED,
  );
  const { metrics, lines } = run(store, { 'mail:a': mail.deliver });
  const { id } = await store.add(request('Canary', { email: 'canary@example.com' }), ['mail:a']);
  const delivery = async () => (await store.find(id))?.deliveries[0];
  await expect.poll(delivery).toMatchObject({ state: 'failed', attempts: 1, reason: 'SMTP 550' });
  const failed = async () => (await metrics.callbacksFailed.get()).values[0]?.value;
  await expect.poll(failed).toBe(1);
  expect((await metrics.callbackAge.get()).values[0]?.value, 'has an alert of its own').toBe(0);
  expect(lines.join('')).toContain(id);
  expect(lines.join('')).not.toMatch(/Canary|canary|07700/);
  refuses = false;
  expect(await store.deliveries.retry(id)).toBe(true);
  await expect.poll(() => mail.told).toEqual(['Canary']);
  await expect.poll(failed).toBe(0);
});

test('counts by kind of channel without addresses, and reports no negative age', async () => {
  const metrics = createMetrics();
  const channels = {
    'mail:canary@example.com': {
      waiting: 2,
      failed: 1,
      oldestWaiting: '2026-07-01T11:50:00.000Z',
    },
    'mail:b@example.com': { waiting: 1, failed: 0, oldestWaiting: '2026-07-01T11:59:00.000Z' },
  };
  const shown = async (now: string) => {
    const known = ['webhook', 'mail:b@example.com'];
    setDeliveryMetrics({ channels }, known, metrics, Date.parse(now));
    return metrics.registry.metrics();
  };
  const text = await shown('2026-07-01T12:00:00.000Z');
  expect(text).toContain('callback_deliveries_waiting{channel="mail"} 3');
  expect(text).toContain('callback_deliveries_failed{channel="mail"} 1');
  expect(text).toContain('callback_oldest_waiting_seconds{channel="mail"} 600\n');
  expect(text).toContain('callback_oldest_waiting_seconds{channel="webhook"} 0\n');
  expect(text).not.toContain('@');
  expect(await shown('2026-07-01T07:00:00.000Z')).toContain(
    'callback_oldest_waiting_seconds{channel="mail"} 0\n',
  );
});
