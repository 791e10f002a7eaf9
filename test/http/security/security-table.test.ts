import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('nothing that runs in production starts a program, or code that is made of text', () => {
  const sources = globSync('{server,shared,client}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const doing = sources.filter((file) =>
    /child_process|\beval\(|new Function\(|node:vm/.test(readFileSync(file, 'utf8')),
  );
  expect(doing).toEqual([]);
});
