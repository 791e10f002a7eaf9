import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expandBraces, GROUPS } from './groups.ts';

test.each(Object.entries(GROUPS))('every path of group %s matches a file', (_name, group) => {
  const patterns = [...group.mutate, ...group.tests].flatMap(expandBraces);
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
