import { expect, onTestFinished, test } from 'vitest';
import { CallBudget } from './call-budget.ts';

test('5 calls may start in any second', () => {
  let now = 0;
  const budget = new CallBudget(() => now);
  const starts: number[] = [];
  for (now = 0; now < 10_000; now += 50)
    if (budget.take()) {
      starts.push(now);
      budget.done();
    }
  for (let index = 5; index < starts.length; index += 1)
    expect((starts[index] as number) - (starts[index - 5] as number)).toBeGreaterThanOrEqual(1000);
  expect(starts.length).toBe(50);
});

test('4 calls may be under way; the fifth starts when one is done', async () => {
  const budget = new CallBudget(() => 0);
  expect([1, 2, 3, 4, 5].map(() => budget.take())).toEqual([true, true, true, true, false]);
  budget.done();
  expect(budget.take()).toBe(true);
});

test('those who wait are served in order and nobody overtakes them', async () => {
  const budget = new CallBudget(() => 0);
  onTestFinished(() => budget.stop());
  const served: string[] = [];
  for (let call = 0; call < 4; call += 1) budget.take();
  for (const name of ['first', 'second']) budget.turn().then(() => served.push(name));
  expect(budget.waiting).toBe(2);
  expect(budget.take()).toBe(false);
  budget.done();
  await Promise.resolve();
  expect(served).toEqual(['first']);
  expect(budget.take()).toBe(false);
});

test('who waits for the second to pass is served when it has', async () => {
  const budget = new CallBudget(() => performance.now());
  for (let call = 0; call < 5; call += 1) {
    await budget.turn();
    budget.done();
  }
  const started = performance.now();
  await budget.turn();
  expect(performance.now() - started).toBeGreaterThan(500);
});
