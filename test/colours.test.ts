import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * White and black need no name; the paints of vehicles have their place, and so has the red of 999,
 * which the tokens would carry into every page's first flight.
 */
const NAMED_ELSEWHERE = [
  'shared/site/styles/tokens.css',
  'shared/note-pad/emergency-calls.css',
  'shared/ui/scenery/vehicle.css',
  'server/config/brand.ts',
];

const COLOUR = /(?<=[ "'(,])#(?:[\da-f]{3}|[\da-f]{6})(?=["')\s;,])/gi;

test('every colour has a name in the tokens', async () => {
  const raw: string[] = [];
  for await (const file of glob('{shared,server,build}/**/*.{css,ts,tsx}')) {
    if (NAMED_ELSEWHERE.includes(file) || file.includes('.test.')) continue;
    for (const [colour] of (await readFile(file, 'utf8')).matchAll(COLOUR))
      if (!['#fff', '#000'].includes(colour)) raw.push(`${file}: ${colour}`);
  }
  expect(raw).toEqual([]);
});
