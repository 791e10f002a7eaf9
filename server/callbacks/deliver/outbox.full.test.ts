import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { newStore, request } from '../../../test/support/callbacks/stores.ts';
import { createMetrics } from '../../ops/metrics.ts';
import type { CallbackStore } from '../store/callback-store.ts';
import type { ChannelId } from '../store/stored-callback.ts';
import type { Deliver, DeliveryResult } from './channel.ts';
import { startOutbox } from './outbox.ts';
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

test('delays no request for one that always fails or one that hangs', async () => {
  const store = await newStore();
  const stop = Promise.withResolvers<DeliveryResult>();
  const mail = createReceiver((name) => {
    if (name === 'stalls') return stop.promise;
    return name === 'poisoned' ? { kind: 'retry', reason: 'SMTP 451' } : DELIVERED;
  });
  const good = Array.from({ length: 30 }, (_, index) => `good ${index}`);
  for (const name of ['poisoned', 'stalls', ...good]) await store.add(request(name), ['mail:a']);
  run(store, { 'mail:a': mail.deliver });
  await expect.poll(() => mail.told.toSorted()).toEqual(good.toSorted());
  stop.resolve(DELIVERED);
  await expect.poll(() => mail.told).toContain('stalls');
});

test('delivers a backlog eight at a time, without pauses', async () => {
  const store = await newStore();
  const COUNT = 100;
  for (let number = 0; number < COUNT; number++) await store.add(request(`n${number}`), ['mail:a']);
  let atOnce = 0;
  let most = 0;
  const mail = createReceiver(async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 2));
    atOnce--;
    return DELIVERED;
  });
  const anHour = 60 * 60 * 1000;
  run(store, { 'mail:a': mail.deliver }, { ...QUICK, poll: anHour });
  await expect.poll(() => mail.told.length).toBe(COUNT);
  expect(most).toBe(8);
});

test('delivers everything at once after an outage, whatever the pauses', async () => {
  const store = await newStore();
  let isAway = true;
  const mail = createReceiver(() =>
    isAway ? { kind: 'retry', reason: 'ECONNREFUSED' } : DELIVERED,
  );
  const anHour = 60 * 60 * 1000;
  run(store, { 'mail:a': mail.deliver }, { ...QUICK, retryDelays: [anHour] });
  const { id: ann } = await store.add(request('Ann'), ['mail:a']);
  const { id: bea } = await store.add(request('Bea'), ['mail:a']);
  for (const id of [ann, bea])
    await expect
      .poll(async () => (await store.find(id))?.deliveries[0])
      .toMatchObject({ attempts: 1, reason: 'ECONNREFUSED' });
  isAway = false;
  await store.add(request('Cay'), ['mail:a']);
  await expect.poll(() => mail.told.toSorted()).toEqual(['Ann', 'Bea', 'Cay']);
  expect(mail.told[0], 'what shows that it is over').toBe('Cay');
});

test('keeps the pauses of failing requests while others are delivered', async () => {
  const store = await newStore();
  const mail = createReceiver((name) =>
    name.startsWith('poisoned') ? { kind: 'retry', reason: 'HTTP 500' } : DELIVERED,
  );
  const anHour = 60 * 60 * 1000;
  run(store, { webhook: mail.deliver }, { ...QUICK, retryDelays: [anHour] });
  const poisoned: string[] = [];
  for (const number of [1, 2])
    poisoned.push((await store.add(request(`poisoned ${number}`), ['webhook'])).id);
  const attempts = () =>
    Promise.all(poisoned.map(async (id) => (await store.find(id))?.deliveries[0]?.attempts));
  await expect.poll(attempts).toEqual([1, 1]);
  await store.add(request('Ann'), ['webhook']);
  await expect.poll(attempts).toEqual([2, 2]); // as after an outage
  for (const name of ['Bea', 'Cay', 'Dee']) {
    await store.add(request(name), ['webhook']);
    await expect.poll(() => mail.told).toContain(name);
  }
  await new Promise((resolve) => setTimeout(resolve, 20 * QUICK.poll));
  expect(await attempts()).toEqual([2, 2]);
});

test('finishes running deliveries at a stop, or releases them, and claims no more', async () => {
  const store = await newStore();
  const soon = Promise.withResolvers<DeliveryResult>();
  const begun: string[] = [];
  const { told, deliver } = createReceiver(() => {
    begun.push('mail');
    return soon.promise;
  });
  const hangs: Deliver = (_due, signal) =>
    new Promise((resolve) => {
      begun.push('webhook');
      signal.addEventListener('abort', () => resolve({ kind: 'retry', reason: 'EABORT' }));
    });
  const { outbox } = run(store, { 'mail:a': deliver, webhook: hangs });
  await store.add(request('Ann'), ['mail:a', 'webhook']);
  await expect.poll(() => begun.toSorted()).toEqual(['mail', 'webhook']);
  const stopped = outbox.stop();
  soon.resolve(DELIVERED);
  await stopped;
  expect(told).toEqual(['Ann']);
  const late = await store.add(request('Bea'), ['mail:a']);
  const next = await store.deliveries.claimDue({
    channel: 'webhook',
    now: new Date(),
    limit: 9,
    leaseMs: 60_000,
  });
  expect(next.map(({ fields }) => fields.name)).toEqual(['Ann']);
  expect((await store.find(late.id))?.deliveries[0]).toMatchObject({ attempts: 0 });
});

test('keeps and logs requests for a removed channel, except confirmations', async () => {
  const store = await newStore();
  const { id } = await store.add(request('Ann'), ['confirmation', 'mail:gone']);
  const { metrics } = run(store, { webhook: createReceiver().deliver });
  const deliveries = async () => (await store.find(id))?.deliveries;
  await expect.poll(deliveries).toMatchObject([
    { channel: 'confirmation', state: 'delivered', reason: 'not configured' },
    { channel: 'mail:gone', state: 'waiting', reason: 'not configured' },
  ]);
  expect(await metrics.registry.metrics()).toContain(
    'callback_deliveries_waiting{channel="mail"} 1',
  );
});
