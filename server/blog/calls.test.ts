import { expect, test, vi } from 'vitest';
import { ContentUnavailable } from '../content/contentful/source.ts';
import { createLog } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { type ContentCall, createCalls, PRIORITY, paceOf } from './calls.ts';

/** Calls by a clock that a test moves, with what was logged and the pauses after failures. */
function openCalls(callsPerSecond = 55) {
  const clock = { now: 0 };
  const lines: string[] = [];
  const pauses: number[] = [];
  const metrics = createMetrics();
  const calls = createCalls({
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    metrics,
    now: () => clock.now,
    random: () => 1,
    callsPerSecond,
    onFailure: (pauseMs) => void pauses.push(pauseMs),
  });
  const make = <T>(about: string, ask: () => Promise<T>, more: Partial<ContentCall<T>> = {}) =>
    calls.make({
      name: 'post',
      about,
      ask,
      priority: PRIORITY.ofBackground,
      isNeeded: () => true,
      ...more,
    });
  return { calls, make, clock, lines, pauses, metrics };
}

const logged = (lines: string[]) => lines.map((line) => JSON.parse(line));

test.each([1, 3, 12, 13, 55, 78, 1000])(
  'of %d calls a second no more are made in any second, and hardly fewer',
  (callsPerSecond) => {
    const { atOnce, placeMs } = paceOf(callsPerSecond);
    // A place takes a call whenever one has been in it for so long, at the beginning too.
    const perSecond = atOnce * Math.ceil(1000 / placeMs);
    expect(atOnce).toBeLessThanOrEqual(12);
    expect(perSecond).toBeLessThanOrEqual(callsPerSecond);
    expect(perSecond).toBeGreaterThan(callsPerSecond * 0.8 - 1);
  },
);

test('calls begin as evenly as the service takes them', async () => {
  vi.useFakeTimers();
  const { make } = openCalls(55);
  const begun: number[] = [];
  const all = Array.from({ length: 165 }, (_, at) =>
    make(`${at}`, async () => begun.push(Date.now())),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(all);
  const inASecondFrom = (start: number) =>
    begun.filter((at) => at >= start && at < start + 1000).length;
  expect(Math.max(...begun.map(inASecondFrom))).toBeLessThanOrEqual(55);
  expect((begun.at(-1) as number) - (begun[0] as number)).toBeLessThan(3600);
  vi.useRealTimers();
});

test('what somebody waits for comes first, and what was asked for in the background comes forward', async () => {
  const { make } = openCalls(1);
  const made: string[] = [];
  const ask = (about: string) => async () => void made.push(about);
  const ofVisitor = { priority: PRIORITY.ofVisitor };
  vi.useFakeTimers();
  const all = ['1', '2', '3'].map((about) => make(about, ask(about)));
  all.push(make('4', ask('4'), ofVisitor), make('3', ask('never'), ofVisitor));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(all);
  vi.useRealTimers();
  expect(made).toEqual(['1', '4', '3', '2']);
});

test('the same call is made once for all who ask meanwhile, and again after that', async () => {
  const { make } = openCalls();
  const ask = vi.fn(async () => 'answer');
  const both = await Promise.all([make('a', ask), make('a', ask)]);
  expect(both).toEqual([{ answer: 'answer' }, { answer: 'answer' }]);
  await make('a', ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a call that is not needed any more when its turn comes is not made', async () => {
  const { make } = openCalls();
  const ask = vi.fn(async () => 'answer');
  expect(await make('a', ask, { isNeeded: () => false })).toBe('skipped');
  expect(ask).not.toHaveBeenCalled();
});

test('a failure spares the service: what waits is not made, but for an editor', async () => {
  const { calls, make, clock, lines, pauses } = openCalls();
  const ask = vi.fn(async () => 'answer');
  const broken = () => Promise.reject(new ContentUnavailable('http', { status: 500 }));
  expect(await make('a', broken)).toBe('failed');
  expect(pauses).toEqual([1000]);
  expect(await make('b', ask)).toBe('failed');
  expect(ask).not.toHaveBeenCalled();
  expect(logged(lines)).toMatchObject([
    { level: 40, call: 'post', kind: 'http', status: 500, retryAfterSeconds: 1 },
  ]);
  clock.now = 999;
  expect(calls.isResting()).toBe(true);
  expect(await make('c', ask, { isUrgent: true })).toEqual({ answer: 'answer' });
  expect(calls.isResting(), 'it answers again').toBe(false);
});

test('an answer that the site cannot take in is a failure of the service, and said loudly', async () => {
  const { make, lines, metrics } = openCalls();
  const odd = async () => {
    throw new TypeError('it is not like that');
  };
  expect(await make('a', odd)).toBe('refused');
  expect(logged(lines)).toMatchObject([
    { level: 50, err: { name: 'TypeError' }, msg: expect.stringContaining('taken in') },
    { level: 40, call: 'post', kind: 'malformed', msg: expect.stringContaining('no usable') },
  ]);
  expect(await metrics.registry.metrics()).toContain('call="post",outcome="malformed"} 1');
});

test('a 429 of another site under the same limit is waited out, and nothing else is made meanwhile', async () => {
  const { make, lines, metrics } = openCalls();
  const made: string[] = [];
  const limited = new ContentUnavailable('rate_limited', { status: 429, retryAfterSeconds: 1 });
  let isLimited = true;
  vi.useFakeTimers();
  const first = make('a', async () => {
    made.push('a');
    if (isLimited) throw limited;
  });
  await vi.advanceTimersByTimeAsync(10);
  isLimited = false;
  const second = make('b', async () => void made.push('b'));
  await vi.advanceTimersByTimeAsync(900);
  expect(made).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(2000);
  expect([typeof (await first), typeof (await second)]).toEqual(['object', 'object']);
  vi.useRealTimers();
  expect(made).toEqual(['a', 'a', 'b']);
  expect(lines).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('outcome="rate_limited"} 1');
});

test('a limit that never ends is an outage after four tries, each after the pause that was asked for', async () => {
  vi.useFakeTimers();
  const { make } = openCalls();
  const begun = Date.now();
  const asked: number[] = [];
  const limited = new ContentUnavailable('rate_limited', { status: 429, retryAfterSeconds: 5 });
  const outcome = make('a', async () => {
    asked.push(Date.now() - begun);
    throw limited;
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await outcome).toBe('failed');
  vi.useRealTimers();
  expect(asked.map((at) => Math.floor(at / 1000))).toEqual([0, 5, 10, 15]);
});

test('a 429 that asks for a longer pause is an outage for as long as it says', async () => {
  const { calls, make, clock } = openCalls();
  const limited = new ContentUnavailable('rate_limited', { status: 429, retryAfterSeconds: 7 });
  expect(await make('a', () => Promise.reject(limited))).toBe('failed');
  expect(calls.retryAfterSeconds()).toBe(7);
  clock.now = 2500;
  expect(calls.retryAfterSeconds()).toBe(5);
});
