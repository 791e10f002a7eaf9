import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every file that docs/security.md points to is there', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const files = [...text.matchAll(/`((?:server|shared|test|deploy|bench)\/[^`\s]+)`/g)].map(
    ([, file]) => file as string,
  );
  expect(files.length).toBeGreaterThan(100);
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
