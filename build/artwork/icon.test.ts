import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MARK } from './icon.ts';

test('the icon of the tab has the colours of the tokens (if not: npm run artwork)', () => {
  expect(readFileSync('public/favicon.svg', 'utf8')).toBe(MARK);
});
