import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('nothing of the development server is in the build', () => {
  const scripts = globSync('dist/**/*.{js,json}');
  expect(scripts.length).toBeGreaterThan(20);
  const found = scripts.filter((file) =>
    /@vite\/client|\$Refresh/.test(readFileSync(file, 'utf8')),
  );
  expect(found).toEqual([]);
});
