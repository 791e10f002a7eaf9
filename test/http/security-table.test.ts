import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each([
  ['docs/security.md', 100],
  ['docs/legal.md', 10],
])('every file that %s points to is there', (table, least) => {
  const text = readFileSync(table, 'utf8');
  const files = [...text.matchAll(/`((?:server|shared|test|deploy|bench)\/[^`\s]+)`/g)].map(
    ([, file]) => file as string,
  );
  expect(files.length).toBeGreaterThan(least);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

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
