import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallbackStore } from '../../../server/callbacks/store/callback-store.ts';
import type { DeliveryOutcome } from '../../../server/callbacks/store/outbox-table.ts';
import {
  type CallbackStatus,
  type FollowUp,
  OUTCOMES,
  type StoredCallback,
} from '../../../server/callbacks/store/stored-callback.ts';
import { FIELD_NAMES } from '../../../shared/callback/fields.ts';
import { callersOf, collect, request } from './stores.ts';

const fieldsOf = (...typed: Parameters<typeof request>) => request(...typed).fields;

/** Adds callers, 20 at a time: a busy database makes more wait too long. */
async function addCallers(store: CallbackStore, count: number): Promise<void> {
  for (let added = 0; added < count; added += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.add(request(`caller ${added + index}`), ['php']),
      ),
    );
}

const UNTOUCHED: FollowUp = { outcome: null, note: '', ringAgainAt: null };

/** Lists the times of the requests since a time. */
const timesSince = async (store: CallbackStore, from: Date) =>
  (await store.desk.weeks('2000-01-03', from)).callbacks;

/** Lists the callers of a status, oldest first. */
async function callersOfStatus(store: CallbackStore, status: CallbackStatus) {
  const { page } = await store.desk.list({ status, order: 'oldest', length: 10 });
  return page.requests.map(({ fields }) => fields.name);
}

/** Lists the requests to call later, soonest first. */
const laterOf = async (store: CallbackStore, length = 10) =>
  (await store.desk.list({ order: 'oldest', length })).later.requests;

const MINUTE_MS = 60_000;
const LEASE_MS = 30_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

/**
 * Registers the tests of the promises that every engine keeps.
 * @param createDatabase creates the store of one test; its result opens one more connection, as
 * another replica would
 */
export function testStoreContract(createDatabase: () => Promise<() => CallbackStore>): void {
  const claim = (store: CallbackStore, channel: string, now = new Date(), limit = 10) =>
    store.deliveries.claimDue({ channel, now, limit, leaseMs: LEASE_MS });

  test('keeps every field of acknowledged requests, in order, for the next process', async () => {
    const open = await createDatabase();
    const first = open();
    const message = 'two\r\nlines, ünïcode 👩‍🔧, "quotes" and \'); DROP TABLE callbacks; --';
    const { id, duplicate } = await first.add(
      {
        fields: fieldsOf('Ann', { message }),
        flags: ['honeypot', 'fast'],
        page: '/contact',
        source: { source: 'google', medium: null, campaign: '=1+1' },
      },
      ['php', 'webhook'],
    );
    await first.add(request('Bea'), []);
    await first.close();
    const second = open();
    await second.add(request('Cay'), []);
    const [ann, ...others] = await collect(second.list());
    const untold = { state: 'waiting', attempts: 0, at: null, reason: null } as const;
    expect(ann).toEqual({
      id,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      fields: fieldsOf('Ann', { message }),
      flags: ['honeypot', 'fast'],
      page: '/contact',
      source: { source: 'google', medium: null, campaign: '=1+1' },
      handling: UNTOUCHED,
      former: null,
      changedBy: null,
      changedAt: null,
      version: 0,
      openBy: null,
      status: 'suspected',
      callAgainAt: null,
      isRepeated: false,
      deliveries: [
        { channel: 'php', ...untold },
        { channel: 'webhook', ...untold },
      ],
    } satisfies StoredCallback);
    expect(duplicate).toBe(false);
    expect(others.map(({ fields }) => fields.name)).toEqual(['Bea', 'Cay']);
    expect(await second.find(id)).toEqual(ann);
    expect(await second.find('unknown')).toBeNull();
  });

  test('stores a repeated request once, also from replicas at the same moment', async () => {
    const open = await createDatabase();
    const replicas = [open(), open()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (replicas[index % 2] as CallbackStore).add(request('Ann'), ['php']),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    const [store] = replicas as [CallbackStore];
    expect(await callersOf(store)).toEqual(['Ann']);
    expect((await store.deliveries.counts()).channels.php?.waiting).toBe(1);
    expect(await store.hasDuplicate(request('Ann'))).toBe(true);
    for (const field of FIELD_NAMES) {
      const other = { fields: { ...fieldsOf('Ann'), [field]: 'something else' }, flags: [] };
      expect(await store.hasDuplicate(other)).toBe(false);
      expect(await store.add(other, [])).toMatchObject({ duplicate: false });
    }
  });

  test('stores a repeated request again once the first was dealt with at the desk', async () => {
    const store = (await createDatabase())();
    const soon = inMinutes(5).toISOString();
    const followUps: FollowUp[] = [
      ...OUTCOMES.map((outcome) => ({ ...UNTOUCHED, outcome })),
      { ...UNTOUCHED, ringAgainAt: soon },
    ];
    for (const followUp of followUps) {
      const { id, duplicate } = await store.add(request('Ann'), ['mail']);
      expect(duplicate, 'of one that was dealt with').toBe(false);
      await store.change(id, 0, { ...UNTOUCHED, note: 'a note alone' }, 'Bea');
      expect(await store.add(request('Ann'), ['mail'])).toEqual({ id, duplicate: true });
      expect(await store.hasDuplicate(request('Ann'))).toBe(true);
      await store.change(id, 1, followUp, 'Bea');
      expect(await store.hasDuplicate(request('Ann'))).toBe(false);
    }
    expect(await claim(store, 'mail')).toHaveLength(followUps.length);
  });

  test('stores a request that seems to come from a person beside a flagged one', async () => {
    const store = (await createDatabase())();
    const flagged = { ...request('Ann'), flags: ['fast' as const] };
    const first = await store.add(flagged, ['mail']);
    expect(await store.add(flagged, ['mail'])).toEqual({ ...first, duplicate: true });
    expect(await store.hasDuplicate(request('Ann'))).toBe(false);
    const second = await store.add(request('Ann'), ['mail']);
    expect(second).toEqual({ id: expect.not.stringContaining(first.id), duplicate: false });
    expect(await claim(store, 'mail')).toMatchObject([first, second].map(({ id }) => ({ id })));
    for (const repeat of [request('Ann'), flagged]) {
      expect(await store.hasDuplicate(repeat)).toBe(true);
      expect(await store.add(repeat, ['mail'])).toMatchObject({ duplicate: true });
    }
    expect((await store.desk.frame()).counts).toMatchObject({ suspected: 1, due: 1 });
  });

  test('stores no flagged request beside an equal one that seems to come from a person', async () => {
    const store = (await createDatabase())();
    const flagged = { ...request('Ann'), flags: ['honeypot' as const] };
    const { id } = await store.add(request('Ann'), []);
    expect(await store.add(flagged, ['mail'])).toEqual({ id, duplicate: true });
    await store.change(id, 0, { ...UNTOUCHED, outcome: 'reached' }, 'Bea');
    expect(await store.add(flagged, ['mail'])).toMatchObject({ duplicate: false });
    expect(await claim(store, 'mail')).toMatchObject([{ flags: ['honeypot'] }]);
  });

  test('keeps one of equal forms at once that seems to come from a person', async () => {
    const open = await createDatabase();
    const replicas = [open(), open()];
    for (let round = 0; round < 5; round++) {
      const name = `caller ${round}`;
      await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (replicas[(index >> 1) % 2] as CallbackStore).add(
            { ...request(name), flags: index % 2 ? [] : ['fast'] },
            ['mail'],
          ),
        ),
      );
      const stored = await collect((replicas[0] as CallbackStore).list());
      const flags = stored.filter(({ fields }) => fields.name === name).map((each) => each.flags);
      expect(flags.filter(({ length }) => length === 0)).toHaveLength(1);
      expect(flags.length).toBeLessThanOrEqual(2);
    }
  });

  test('stores an equal request again after half an hour', async () => {
    const store = (await createDatabase())();
    const now = Date.now();
    const add = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * MINUTE_MS });
      const held = await store.hasDuplicate(request('Ann'));
      return [held, (await store.add(request('Ann'), [])).duplicate];
    };
    expect(await add(0)).toEqual([false, false]);
    expect(await add(29.9)).toEqual([true, true]);
    expect(await add(30)).toEqual([false, false]);
    expect(await add(59.9)).toEqual([true, true]);
    vi.useRealTimers();
    expect(await callersOf(store)).toEqual(['Ann', 'Ann']);
  });

  test('keeps an id that was given out, and never gives it to another request', async () => {
    const store = (await createDatabase())();
    expect(await store.add({ id: 'known', ...request('Ann') }, [])).toEqual({
      id: 'known',
      duplicate: false,
    });
    await expect(store.add({ id: 'known', ...request('Bea') }, [])).rejects.toThrow();
    expect(await store.add({ id: 'other', ...request('Ann') }, [])).toEqual({
      id: 'known',
      duplicate: true,
    });
    expect(await callersOf(store)).toEqual(['Ann']);
  });

  test('stores a whole burst, except the request that cannot be stored', async () => {
    const store = (await createDatabase())();
    await store.add({ id: 'taken', ...request('Ann') }, []);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, number) =>
        store.add({ ...(number === 25 && { id: 'taken' }), ...request(`caller ${number}`) }, []),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(new Set(await callersOf(store)).size).toBe(50);
  });

  test('stores no request whose delivery cannot be stored', async () => {
    const store = (await createDatabase())();
    await expect(store.add(request('Ann'), [null as unknown as string])).rejects.toThrow();
    expect(await callersOf(store)).toEqual([]);
  });

  test('lists in either direction, in pages, from any entry on', async () => {
    const store = (await createDatabase())();
    const names = Array.from({ length: 603 }, (_, number) => `caller ${number}`);
    const ids: string[] = [];
    for (const name of names)
      ids.push(
        (await store.add(request(name), name === 'caller 300' ? ['mail:a', 'mail:b'] : [])).id,
      );
    expect(await callersOf(store)).toEqual(names);
    expect(await callersOf(store, { order: 'newest' })).toEqual(names.toReversed());
    expect(await callersOf(store, { order: 'newest', after: ids[2] as string })).toEqual([
      'caller 1',
      'caller 0',
    ]);
    expect(await callersOf(store, { after: ids[601] as string })).toEqual(['caller 602']);
  });

  test('saves one of many changes to a version, with its author and the one before', async () => {
    const open = await createDatabase();
    const replicas = [open(), open()];
    const [store] = replicas as [CallbackStore];
    const { id } = await store.add(request('Ann'), []);
    const note = "ünïcode 👩‍🔧\n'); DROP TABLE callbacks; --";
    const handlings = OUTCOMES.map((outcome) => ({ outcome, note, ringAgainAt: null }));
    const kept = await Promise.all(
      handlings.map((handling, index) =>
        (replicas[index % 2] as CallbackStore).change(id, 0, handling, `staff ${index}`),
      ),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    const winner = kept.indexOf(true);
    expect(await store.find(id)).toMatchObject({
      handling: handlings[winner],
      former: UNTOUCHED,
      changedBy: `staff ${winner}`,
      changedAt: expect.stringMatching(/Z$/),
      version: 1,
      status: 'called',
    });
    expect(await store.erase(id, 0)).toBe(false);
    expect(await store.erase(id, 1)).toBe(true);
    expect(await store.change(id, 1, UNTOUCHED, 'Bea')).toBe(false);
  });

  test('assigns each request its status: due now, due later, or called', async () => {
    const store = (await createDatabase())();
    const ann = (await store.add(request('Ann'), [])).id;
    const bot = (await store.add({ ...request('Bot'), flags: ['fast'] }, [])).id;
    const now = Date.now();
    const look = async () => ({
      due: await callersOfStatus(store, 'due'),
      later: (await laterOf(store)).map(({ fields }) => fields.name),
      called: await callersOfStatus(store, 'called'),
      suspected: await callersOfStatus(store, 'suspected'),
    });
    expect(await look()).toEqual({ due: ['Ann'], later: [], called: [], suspected: ['Bot'] });
    const ringAgainAt = new Date(now + MINUTE_MS).toISOString();
    await store.change(ann, 0, { outcome: 'noanswer', note: '', ringAgainAt }, 'Bea');
    await store.change(bot, 0, { outcome: null, note: 'a person', ringAgainAt }, 'Bea');
    expect(await look()).toEqual({ due: [], later: ['Ann', 'Bot'], called: [], suspected: [] });
    expect((await store.desk.frame()).counts).toEqual({
      due: 0,
      later: 2,
      called: 0,
      suspected: 0,
    });
    expect((await store.readDue()).since).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: now + MINUTE_MS });
    expect(await look()).toEqual({ due: ['Ann', 'Bot'], later: [], called: [], suspected: [] });
    expect((await store.desk.frame()).counts).toEqual({
      due: 2,
      later: 0,
      called: 0,
      suspected: 0,
    });
    expect(await store.readDue()).toEqual({ count: 2, since: Date.parse(ringAgainAt) });
    expect(await store.find(ann)).toMatchObject({ status: 'due', handling: { ringAgainAt } });
    await store.change(ann, 1, { outcome: 'reached', note: '', ringAgainAt: null }, 'Bea');
    await store.change(bot, 1, UNTOUCHED, 'Bea');
    expect(await look()).toEqual({ due: [], later: [], called: ['Ann'], suspected: ['Bot'] });
    vi.useRealTimers();
  });

  test('lists later requests soonest first, "No answer" an hour after it was saved', async () => {
    const store = (await createDatabase())();
    const now = Date.now();
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now });
    const save = async (name: string, minutes: number | null) => {
      const { id } = await store.add(request(name), []);
      const ringAgainAt = minutes === null ? null : inMinutes(minutes).toISOString();
      await store.change(id, 0, { outcome: 'noanswer', note: '', ringAgainAt }, 'Bea');
    };
    await save('Ann', 90);
    await save('Bea', 30);
    await save('Cay', null);
    const later = await laterOf(store);
    expect(later.map(({ fields }) => fields.name)).toEqual(['Bea', 'Cay', 'Ann']);
    expect(later[1]?.callAgainAt).toBe(new Date(now + 60 * MINUTE_MS).toISOString());
    expect(await laterOf(store, 1)).toHaveLength(1);
    vi.setSystemTime(now + 61 * MINUTE_MS);
    expect(await callersOfStatus(store, 'due')).toEqual(['Bea', 'Cay']);
    expect(await store.readDue()).toEqual({ count: 2, since: now + 30 * MINUTE_MS });
    await store.add(request('Dee'), []);
    vi.setSystemTime(now + 62 * MINUTE_MS);
    expect((await store.desk.frame()).counts).toEqual({
      due: 3,
      later: 1,
      called: 0,
      suspected: 0,
    });
  });

  test('counts every saved outcome as a call, unless it was undone', async () => {
    const store = (await createDatabase())();
    const { id } = await store.add(request('Ann'), []);
    const history = async () => {
      const { callCount, calls } = (await store.desk.request(id)).history;
      return [callCount, ...calls.map(({ outcome, by }) => `${outcome} ${by}`)];
    };
    expect(await history()).toEqual([0]);
    expect(await timesSince(store, inMinutes(-1))).toMatchObject([{ calledAt: null }]);
    await store.change(id, 0, { ...UNTOUCHED, note: 'a note alone' }, 'Zoe');
    await store.change(id, 1, { ...UNTOUCHED, outcome: 'noanswer' }, 'Bea');
    await store.change(id, 2, { ...UNTOUCHED, outcome: 'noanswer' }, 'Cay');
    expect(await history()).toEqual([2, 'noanswer Cay', 'noanswer Bea']);
    await store.change(id, 3, { ...UNTOUCHED, outcome: 'reached' }, 'Dee');
    expect(await store.undo(id, 3, 'Eve'), 'another version').toBe(false);
    expect(await store.undo(id, 4, 'Eve')).toBe(true);
    expect(await history()).toEqual([2, 'noanswer Cay', 'noanswer Bea']);
    expect(await store.undo(id, 5, 'Eve')).toBe(true);
    expect(await history()).toEqual([3, 'reached Dee', 'noanswer Cay', 'noanswer Bea']);
    expect(await store.find(id)).toMatchObject({ handling: { outcome: 'reached' } });
    // A note alone was no call, so undoing it undoes none.
    await store.change(id, 6, { outcome: null, note: 'wrong person', ringAgainAt: null }, 'Zoe');
    await store.undo(id, 7, 'Zoe');
    expect(await history()).toEqual([3, 'reached Dee', 'noanswer Cay', 'noanswer Bea']);
    const [times] = await timesSince(store, inMinutes(-1));
    const { calls } = (await store.desk.request(id)).history;
    expect(times?.calledAt).toBe(Date.parse(calls.at(-1)?.at ?? ''));
    await store.erase(id);
    expect(await timesSince(store, inMinutes(-1))).toEqual([]);
    expect(await history()).toEqual([0]);
  });

  test('leaves flagged requests out of the times to the first call', async () => {
    const store = (await createDatabase())();
    await store.add({ ...request('Bot'), flags: ['fast'] }, []);
    await store.add(request('Ann'), []);
    expect(await timesSince(store, inMinutes(-1))).toMatchObject([{ page: null, isOpen: true }]);
    expect(await timesSince(store, inMinutes(1))).toEqual([]);
  });

  test('finds the earlier request of a caller by number or e-mail address', async () => {
    const store = (await createDatabase())();
    for (const [name, mobile, email] of [
      ['Ann', '+44 (0)7700 900199', 'ann@example.com'],
      ['Bea', '07700 900199', 'Bea@example.com'],
      ['Cay', 'ring the shop', 'bea@Example.com'],
      ['Dee', 'ring the shop', 'dee@example.com'],
    ] as const)
      await store.add({ fields: fieldsOf(name, { mobile, email }), flags: [] }, []);
    const all = await collect(store.list());
    const pages = await Promise.all(all.map(({ id }) => store.desk.request(id)));
    const names = pages.map(({ history }) =>
      history.previousRequests.map(({ fields }) => fields.name).join(),
    );
    expect(names).toEqual(['', 'Ann', 'Bea', '']);
    const marked = all.filter(({ isRepeated }) => isRepeated);
    expect(marked.map(({ fields }) => fields.name)).toEqual(['Bea', 'Cay']);
  });

  test('returns the last five requests and calls of a caller, and counts all', async () => {
    const store = (await createDatabase())();
    for (let number = 0; number < 8; number++) {
      const { id } = await store.add(request('Ann', { message: `number ${number}` }), []);
      if (number < 7) await store.change(id, 0, { ...UNTOUCHED, outcome: 'reached' }, 'Bea');
    }
    const [last] = await collect(store.list({ order: 'newest' }));
    const { history } = await store.desk.request((last as StoredCallback).id);
    const { callCount, calls, earlierCount, previousRequests } = history;
    expect([callCount, calls.length, earlierCount]).toEqual([7, 5, 7]);
    const messages = previousRequests.map(({ fields }) => fields.message);
    expect(messages).toEqual([6, 5, 4, 3, 2].map((number) => `number ${number}`));
  });

  test('deletes a request with its deliveries, after which it may be sent again', async () => {
    const store = (await createDatabase())();
    const { id } = await store.add(request('Ann'), ['php']);
    expect(await store.erase(id)).toBe(true);
    expect([await store.erase(id), await store.deliveries.retry(id)]).toEqual([false, false]);
    expect((await store.deliveries.counts()).channels).toEqual({});
    expect(await callersOf(store)).toEqual([]);
    expect(await claim(store, 'php')).toEqual([]);
    expect(await store.add(request('Ann'), [])).toMatchObject({ duplicate: false });
  });

  test('purges all older requests, however many, and no others', async () => {
    const store = (await createDatabase())();
    await addCallers(store, 600);
    expect(await store.purge(inMinutes(-1))).toBe(0);
    expect(await store.purge(inMinutes(1))).toBe(600);
    expect((await store.deliveries.counts()).channels).toEqual({});
    expect(await callersOf(store)).toEqual([]);
  });

  test('claims a delivery once, oldest first, and again after its lease', async () => {
    const store = (await createDatabase())();
    await store.add(request('Ann'), ['php', 'webhook']);
    await store.add({ ...request('Bea'), flags: ['fast'] }, ['php']);
    await store.add(request('Cay'), ['php']);
    const [ann, bea, ...others] = await claim(store, 'php', new Date(), 2);
    expect(ann).toEqual({
      id: expect.any(String),
      receivedAt: expect.any(String),
      since: ann?.receivedAt,
      fields: fieldsOf('Ann'),
      flags: [],
      page: null,
      source: null,
      channel: 'php',
      attempts: 1,
    });
    expect(bea).toMatchObject({ fields: { name: 'Bea' }, flags: ['fast'] });
    expect(others).toEqual([]);
    expect(await claim(store, 'php')).toMatchObject([{ fields: { name: 'Cay' } }]);
    expect(await claim(store, 'php')).toEqual([]);
    expect(await claim(store, 'webhook')).toMatchObject([{ channel: 'webhook', attempts: 1 }]);
    expect(await claim(store, 'php', inMinutes(1))).toMatchObject([
      { attempts: 2, fields: { name: 'Ann' } },
      { attempts: 2, fields: { name: 'Bea' } },
      { attempts: 2, fields: { name: 'Cay' } },
    ]);
  });

  test('confirms one request an address and day, by one replica, as often as it tries', async () => {
    const open = await createDatabase();
    const [one, other] = [open(), open()];
    const ask = async (name: string, email: string) => {
      const fields = fieldsOf(name, { email });
      return { ...(await one.add({ fields, flags: [] }, [])), fields };
    };
    const asked = await Promise.all(
      ['Ann', 'Bea', 'Cay', 'Dee'].map((name, index) =>
        ask(name, index % 2 ? 'A@example.com' : 'a@example.com'),
      ),
    );
    const claims = asked.map((each, index) =>
      [one, other][index % 2]?.deliveries.claimConfirmation(each),
    );
    const confirmed = await Promise.all(claims);
    expect(confirmed.toSorted()).toEqual([false, false, false, true]);
    const chosen = asked[confirmed.indexOf(true)] as (typeof asked)[number];
    const rest = asked.find((each) => each !== chosen) as typeof chosen;
    expect(await other.deliveries.claimConfirmation(chosen)).toBe(true);
    expect(await one.deliveries.claimConfirmation(await ask('Eve', 'e@example.com'))).toBe(true);
    await one.erase(chosen.id);
    expect(await one.deliveries.claimConfirmation(chosen), 'erased').toBe(false);
    expect(
      await other.deliveries.claimConfirmation(rest),
      'nothing is kept of what was erased',
    ).toBe(true);
  });

  test('shares the time of the last use with every replica, null before the first', async () => {
    const open = await createDatabase();
    const first = open();
    expect(await first.lastUsed()).toBeNull();
    for (const at of [inMinutes(5), inMinutes(-5)]) {
      await first.noteUse(at);
      expect(await open().lastUsed()).toEqual(at);
    }
  });

  test('gives no delivery to two replicas that claim at the same time', async () => {
    const open = await createDatabase();
    const replicas = [open(), open()];
    const COUNT = 100;
    await addCallers(replicas[0] as CallbackStore, COUNT);
    const claimed: string[] = [];
    await Promise.all(
      [...replicas, ...replicas].map(async (replica) => {
        for (;;) {
          const due = await claim(replica, 'php', new Date(), 7);
          claimed.push(...due.map(({ id }) => id));
          if (due.length === 0) return;
        }
      }),
    );
    expect(claimed).toHaveLength(COUNT);
    expect(new Set(claimed).size).toBe(COUNT);
  });

  test('settles deliveries: delivered, due again later or on request, or failed', async () => {
    const store = (await createDatabase())();
    const channels = ['mail:a', 'mail:b', 'php', 'webhook'];
    const { id } = await store.add(request('Ann'), channels);
    for (const channel of channels) await claim(store, channel);
    await store.deliveries.settle(id, 'mail:a', { state: 'delivered' });
    await store.deliveries.settle(id, 'mail:b', { state: 'failed', reason: '550' });
    await store.deliveries.settle(id, 'php', {
      state: 'waiting',
      retryAt: inMinutes(10),
      reason: '503',
    });
    await store.deliveries.settle(id, 'mail:a', {
      state: 'waiting',
      retryAt: new Date(),
      reason: 'late',
    });
    await store.deliveries.settle('unknown', 'php', { state: 'delivered' });
    const at = expect.stringMatching(/Z$/);
    const found = await store.find(id);
    expect(found?.deliveries).toEqual([
      { channel: 'mail:a', state: 'delivered', attempts: 1, at, reason: null },
      { channel: 'mail:b', state: 'failed', attempts: 1, at, reason: '550' },
      { channel: 'php', state: 'waiting', attempts: 1, at, reason: '503' },
      { channel: 'webhook', state: 'waiting', attempts: 1, at: null, reason: null },
    ]);
    const counts = await store.deliveries.counts();
    expect(counts).toEqual({
      channels: {
        'mail:b': { waiting: 0, failed: 1, oldestWaiting: null },
        php: { waiting: 1, failed: 0, oldestWaiting: found?.receivedAt },
        webhook: { waiting: 1, failed: 0, oldestWaiting: found?.receivedAt },
      },
    });
    expect(await claim(store, 'php', inMinutes(9))).toEqual([]);
    expect(await claim(store, 'php', inMinutes(11))).toMatchObject([{ attempts: 2 }]);
    await store.deliveries.settle(id, 'php', {
      state: 'waiting',
      retryAt: inMinutes(60),
      reason: '503',
    });
    for (const channel of channels) await store.deliveries.retryNow(channel);
    expect(await claim(store, 'php')).toMatchObject([{ attempts: 3 }]);
    expect(await claim(store, 'webhook')).toEqual([]);
    expect([
      await store.deliveries.retry(id),
      await store.deliveries.retry(id),
      await store.deliveries.retry('unknown'),
    ]).toEqual([true, false, false]);
    const [retried] = await claim(store, 'mail:b');
    expect(retried).toMatchObject({ channel: 'mail:b', attempts: 1 });
    expect(Date.parse(retried?.since ?? '')).toBeGreaterThanOrEqual(
      Date.parse(retried?.receivedAt ?? ''),
    );
    await store.change(id, 0, { ...UNTOUCHED, outcome: 'reached' }, 'Bea');
    expect((await store.deliveries.counts()).channels).toEqual({});
  });

  test.each([60, 114, 5 * 60])(
    'makes due what was queued while the clock was %i minutes ahead',
    async (minutes) => {
      const store = (await createDatabase())();
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['Date'] });
      const right = Date.now();
      vi.setSystemTime(inMinutes(minutes));
      const callers = ['put off', 'claimed', 'queued'];
      for (const name of callers) await store.add(request(name), ['mail']);
      const [putOff] = await claim(store, 'mail', new Date(), 2);
      const retryAt = inMinutes(66); // after the longest pause
      const outcome: DeliveryOutcome = { state: 'waiting', retryAt, reason: 'SMTP 451' };
      await store.deliveries.settle(String(putOff?.id), 'mail', outcome);
      vi.setSystemTime(right + 1000);
      const due = await claim(store, 'mail');
      expect(due.map(({ fields }) => fields.name)).toEqual(callers);
      expect(await claim(store, 'mail'), 'all are claimed').toEqual([]);
    },
  );

  test.each([
    ['two members of staff', 'Dana', 'Eli'],
    ['two who share a name', 'office', 'office'],
  ])('hands out another request to each of %s who ask at once', async (_, one, other) => {
    const open = await createDatabase();
    const stores = [open(), open()] as const;
    const { id: exceptId } = await stores[0].add(request('Ann'), []);
    await addCallers(stores[0], 3);
    const claims = stores.map((store, index) =>
      store.claimNext({ by: index === 0 ? one : other, status: 'due', exceptId }),
    );
    const [first, second] = await Promise.all(claims);
    expect(first).not.toBeNull();
    expect(second).not.toBeNull();
    expect(first).not.toBe(second);
  });

  test('hands out the oldest due request that nobody else has open', async () => {
    const store = (await createDatabase())();
    const { id: handled } = await store.add(request('Ann'), []);
    const { id: opened } = await store.add(request('Bea'), []);
    const { id: called } = await store.add(request('Cay'), []);
    const { id: free } = await store.add(request('Dee'), []);
    const { id: flagged } = await store.add({ ...request('Eve'), flags: ['fast'] }, []);
    await store.markOpened(opened, 'Dana');
    await store.change(called, 0, { ...UNTOUCHED, outcome: 'reached' }, 'Dana');
    const next = (by: string, status: 'due' | 'suspected' = 'due') =>
      store.claimNext({ by, status, exceptId: handled });
    expect(await next('Eli')).toBe(free);
    expect((await store.find(free))?.openBy).toBe('Eli');
    expect(await next('Eli'), 'all are taken').toBeNull();
    expect(await next('Dana'), 'her own').toBe(opened);
    expect(await next('Eli', 'suspected')).toBe(flagged);
  });

  test('accepts nothing after it is closed', async () => {
    const store = (await createDatabase())();
    await store.add(request('Ann'), []);
    expect(store.opened).toBe(true);
    await store.close();
    await expect(store.add(request('Bea'), [])).rejects.toThrow(/closed/);
  });
}
