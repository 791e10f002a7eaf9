import { expect, test } from 'vitest';
import { FormerSlugs } from './former-slugs.ts';
import { MissingSlugs } from './missing-slugs.ts';

test('missing slugs are forgotten after 30 seconds, and beyond a thousand the oldest first', () => {
  const missing = new MissingSlugs();
  for (let index = 0; index < 5000; index += 1) missing.remember(`slug-${index}`, index);
  expect(missing.size).toBe(1000);
  expect([
    missing.has('slug-3999', 5000),
    missing.has('slug-4000', 5000),
    missing.has('slug-4999', 5000),
  ]).toEqual([false, true, true]);
  expect([missing.has('slug-4999', 34_998), missing.has('slug-4999', 34_999)]).toEqual([
    true,
    false,
  ]);
  missing.remember('another', 40_000);
  expect(missing.size).toBe(1);
});

test('former slugs are remembered up to a thousand', () => {
  const former = new FormerSlugs();
  for (let index = 0; index < 5000; index += 1) former.add(`slug-${index}`, `id-${index}`, 0);
  expect(former.size).toBe(1000);
  expect(former.get('slug-3999')).toBeUndefined();
  expect(former.get('slug-4000')).toEqual({ id: 'id-4000', checkedAt: 0 });
});
