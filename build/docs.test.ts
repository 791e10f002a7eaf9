import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { VariableDefinition } from '../server/config/env/variable-definition.ts';
import { VARIABLES } from '../server/config/env/variables.ts';
import { generateDocs } from './docs.ts';

test.each(Object.entries(await generateDocs()))(
  '%s says what the code and the samples say (if not: npm run docs)',
  (file, written) => {
    expect(readFileSync(file, 'utf8')).toBe(written);
  },
);

test.each(Object.entries<VariableDefinition>(VARIABLES))(
  '%s says what holds when it is not set',
  (_name, { check, defaultText: unset }) => {
    expect(check.safeParse(undefined).success).toBe(true);
    if ('defaultValue' in check.def) expect(unset).toBeUndefined();
  },
);

test('one document says what the settings mean', () => {
  const lists = globSync('{*,docs/**/*}.md').filter((file) =>
    /^(?:- |\| )`PORT`/m.test(readFileSync(file, 'utf8')),
  );
  expect(lists).toEqual(['docs/configuration.md']);
});
