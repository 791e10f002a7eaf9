import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Returns every file that a TypeScript configuration reads, those of libraries included. */
function filesOf(config: string): string[] {
  const options = ['-p', config, '--listFilesOnly'];
  return execFileSync('node_modules/.bin/tsc', options, { encoding: 'utf8' }).split('\n');
}

test.each([
  ['tsconfig.browser.json', "Node's types", /\/client\/index\.ts$/, /@types\/node\//],
  ['tsconfig.node.json', "the browser's types", /\/server\/index\.ts$/, /\/lib\.(?:dom|webworker)/],
])('what %s checks knows none of %s', (config, _types, own, foreign) => {
  const files = filesOf(config);
  expect(files.some((file) => own.test(file))).toBe(true);
  expect(files.filter((file) => foreign.test(file))).toEqual([]);
});
