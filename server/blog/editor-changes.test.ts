import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ContentChange, followChanges } from './editor-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const change = (id: string): ContentChange => ({ kind: 'publish', id, isPost: true, revision: 2 });

/** Changes that the service shows after the given second, and what becomes of them. */
function follow(shownAfter = Number.POSITIVE_INFINITY, canBeTold = true) {
  const start = Date.now();
  const seconds = () => (Date.now() - start) / 1000;
  const asked: [number, ...string[]][] = [];
  const told: [number, ...string[]][] = [];
  const changes = followChanges({
    ask: async (batch) => {
      asked.push([seconds(), ...batch.map((each) => each?.id ?? '?')]);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return new Set(seconds() >= shownAfter ? ['different'] : []);
    },
    seen: () => (canBeTold ? seconds() >= shownAfter : null),
    affected: (each) => (each ? [`shows ${each.id}`] : []),
    changed: async (slugs) => void told.push([Math.floor(seconds()), ...slugs]),
  });
  return { changes, asked, told };
}

test.each([
  ['is never shown', true, [0, 2, 5, 10, 20, 40, 80, 120]],
  ['nobody can tell to be shown', false, [0, 2, 5, 10, 20]],
])('a change that %s is asked for at once and after these seconds', async (_, canBeTold, at) => {
  const { changes, asked, told } = follow(Number.POSITIVE_INFINITY, canBeTold);
  void changes.add(change('a'));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(asked.map(([second]) => Math.floor(second))).toEqual(at);
  expect(told, 'first, and as the last try ends').toEqual([
    [0, 'shows a'],
    [at.at(-1), 'shows a'],
  ]);
});

test('a change that the service shows after 90 s is on the site half a minute later', async () => {
  const { changes, told } = follow(90);
  void changes.add(change('a'));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(told.at(-1)).toEqual([120, 'different', 'shows a']);
  expect(told).toHaveLength(2);
});

test('a change is told at once, and again when the service shows it', async () => {
  const { changes, asked, told } = follow(4);
  void changes.add(change('a'));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(3);
  expect(told).toEqual([
    [0, 'shows a'],
    [5, 'different', 'shows a'],
  ]);
});

test('a notice that names nothing is told once, unless something is different', async () => {
  const { changes, asked, told } = follow();
  void changes.add(undefined);
  await vi.advanceTimersByTimeAsync(2050);
  void changes.add(undefined);
  await vi.advanceTimersByTimeAsync(70);
  void changes.add(undefined); // together with the second question about the first
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked.slice(0, 3)).toEqual([
    [0, '?'],
    [2.05, '?'],
    [2.15, '?', '?'],
  ]);
  expect(told).toEqual([[0], [2], [2]]);
});

test('changes that arrive while the service is asked share the next question', async () => {
  const { changes, asked } = follow(0);
  void changes.add(change('a'));
  await vi.advanceTimersByTimeAsync(50);
  void changes.add(change('b'));
  const done = changes.add(change('c'));
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(asked).toEqual([
    [0, 'a'],
    [0.1, 'b', 'c'],
  ]);
});

test('once it is stopped nothing is asked any more', async () => {
  const { changes, asked } = follow();
  void changes.add(change('a'));
  await vi.advanceTimersByTimeAsync(1000);
  void changes.add(change('b'));
  await vi.advanceTimersByTimeAsync(50); // in the middle of the second question
  changes.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
