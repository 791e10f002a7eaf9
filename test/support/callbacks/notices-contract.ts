import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallbackStore } from '../../../server/callbacks/store/callback-store.ts';
import type { DeliveryOutcome } from '../../../server/callbacks/store/outbox-table.ts';
import { request } from './stores.ts';

const MINUTE_MS = 60_000;
const BEGAN_AT = '2026-11-24T09:00:00.000Z';

type Announcement = Parameters<CallbackStore['notices']['enqueue']>[0];

const FAILING: Announcement = {
  kind: 'mail',
  notice: 'failing',
  beganAt: Date.parse(BEGAN_AT),
  isChannel: true,
};
const WORKING: Announcement = { ...FAILING, notice: 'working' };

/**
 * Registers the tests of what every engine promises of failing channels and of notices.
 * @param createDatabase creates the store of one test; its result opens one more connection, as
 * another replica would
 */
export function testNoticesContract(createDatabase: () => Promise<() => CallbackStore>): void {
  /** Opens a database as two replicas, with a clock that the test sets. */
  async function openReplicas() {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const open = await createDatabase();
    const stores = [open(), open()] as const;
    const [store] = stores;
    return {
      store,
      /** Queues a notice by both replicas at once, and returns who is to be told. */
      async enqueue(announcement: Announcement, ...to: string[]) {
        const queued = [...stores, ...stores].map(({ notices }) =>
          notices.enqueue(announcement, to),
        );
        return (await Promise.all(queued)).flat().sort();
      },
      settle: (id: string, channel: string) =>
        store.notices.settle(id, channel, { state: 'delivered' }),
      /** Stores a request, and settles its delivery a minute later. */
      async settleRequest(name: string, outcome: DeliveryOutcome) {
        const { id } = await store.add(request(name), ['mail:a']);
        vi.setSystemTime(Date.now() + MINUTE_MS);
        await store.deliveries.settle(id, 'mail:a', outcome);
      },
      /** Sets the clock to minutes after the start. */
      pass: (minutes: number) => void vi.setSystemTime(start + minutes * MINUTE_MS),
    };
  }

  test('finds channels that refused a request, or have delivered none for long', async () => {
    const { store, settleRequest } = await openReplicas();
    const failing = async (minutes: number) => {
      const before = new Date(Date.now() + minutes * MINUTE_MS);
      return (await store.deliveries.failing(before)).map(({ channel }) => channel).sort();
    };
    await store.add(request('Ann'), ['mail:a', 'webhook']);
    expect(await failing(-30)).toEqual([]);
    expect(await failing(1)).toEqual(['mail:a', 'webhook']);
    await settleRequest('Bea', { state: 'failed', reason: '550' });
    expect(await failing(-30)).toEqual(['mail:a']);
    expect(await store.deliveries.countUndelivered('mail')).toEqual({ waiting: 1, givenUp: 1 });
    await settleRequest('Cay', { state: 'delivered' });
    expect(await failing(-30)).toEqual([]);
  });

  test('queues a notice once a receiver when replicas find a failure at once', async () => {
    const { store, enqueue } = await openReplicas();
    expect(await enqueue(FAILING, 'a')).toEqual(['a']);
    expect(await enqueue(FAILING, 'a', 'b')).toEqual(['b']);
    const claim = { channel: 'a', now: new Date(), limit: 9, leaseMs: MINUTE_MS };
    expect(await store.notices.claimDue(claim)).toMatchObject([
      { id: 'mail failing', kind: 'mail', notice: 'failing', beganAt: BEGAN_AT, attempts: 1 },
    ]);
    expect(await store.notices.claimDue(claim)).toEqual([]);
  });

  test('repeats a notice of a failure after a day, once the last one was settled', async () => {
    const { enqueue, settle, pass } = await openReplicas();
    await enqueue(FAILING, 'a', 'b');
    await settle('mail failing', 'a');
    pass(24 * 60 - 1);
    expect(await enqueue(FAILING, 'a', 'b')).toEqual([]);
    pass(24 * 60);
    expect(await enqueue(FAILING, 'a', 'b')).toEqual(['a']);
  });

  test('queues the end for those who were told, once a request was delivered', async () => {
    const { enqueue, settle, settleRequest } = await openReplicas();
    await enqueue(FAILING, 'a', 'b');
    await settle('mail failing', 'a');
    expect(await enqueue(WORKING, 'a')).toEqual([]);
    await settleRequest('Ann', { state: 'delivered' });
    expect(await enqueue(WORKING, 'a', 'b', 'never told')).toEqual(['a']);
    await settle('mail failing', 'b');
    await settle('mail working', 'a');
    expect(await enqueue(WORKING, 'a', 'b')).toEqual(['b']);
  });

  test('queues a failure and its end each at most once a day', async () => {
    const { enqueue, settle, pass } = await openReplicas();
    const told: string[] = [];
    for (const [hour, notice] of [
      [0, 'failing'],
      [2, 'working'],
      [3, 'failing'],
      [4, 'working'],
      [25, 'failing'],
      [25.5, 'working'],
      [26, 'working'],
    ] as const) {
      pass(hour * 60);
      const announcement = { ...FAILING, notice, kind: 'backup', isChannel: false };
      if ((await enqueue(announcement, 'a')).length > 0) told.push(`${hour} ${notice}`);
      await settle(`backup ${notice}`, 'a');
    }
    expect(told).toEqual(['0 failing', '2 working', '25 failing', '26 working']);
  });
}
