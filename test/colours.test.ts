import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contrast } from '../server/config/site-file/colors.ts';

/**
 * White and black need no name; the paints of vehicles have their place, and so has the red of 999,
 * which the tokens would carry into every page's first flight. A mail program knows no custom
 * properties.
 */
const NAMED_ELSEWHERE = [
  'shared/site/styles/tokens.css',
  'shared/site/styles/brand.css',
  'shared/note-pad/emergency-calls.css',
  'shared/ui/scenery/vehicle.css',
  'server/config/site-file/brand.ts',
  'server/callbacks/deliver/MailBody.tsx',
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

/** Backgrounds of text, by its token. */
const TEXT_ON: Record<string, string[]> = {
  text: [
    'bg',
    'surface',
    'surface-2',
    'surface-3',
    'sky-1',
    'sky-2',
    'hill-1',
    'hill-2',
    'accent-card',
    'danger-bg',
  ],
  'text-2': ['bg', 'surface', 'surface-2', 'surface-3', 'sky-1'],
  link: ['bg', 'surface', 'surface-2', 'surface-3', 'sky-2', 'accent-card'],
  danger: ['surface', 'danger-bg'],
  ink: ['accent', 'accent-dark'],
  accent: ['brand-dark', 'brand-darkest'],
  'on-brand': ['brand-dark', 'brand-darkest'],
  'on-brand-card': ['brand'],
  'on-brand-quiet': ['brand-darkest'],
};
/** Backgrounds of the edge of a control, or of the box of 999. */
const EDGE_ON: Record<string, string[]> = {
  'line-strong': ['bg', 'surface', 'surface-2'],
  danger: ['surface', 'sky-1', 'sky-2'],
};

/** Returns the tokens of a part of the stylesheet, by name. */
const tokensIn = (css: string) =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  );

test('text has a contrast of 7:1 with its background and edges 3:1, in both themes', async () => {
  const css = await readFile('shared/site/styles/tokens.css', 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const faults: string[] = [];
  for (const tokens of [tokensIn(light), { ...tokensIn(light), ...tokensIn(dark) }]) {
    const colourOf = (name: string): string => {
      const value = tokens[name] ?? '';
      const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
      return other ? colourOf(other) : value;
    };
    for (const [pairs, least] of [
      [TEXT_ON, 7],
      [EDGE_ON, 3],
    ] as const)
      for (const [name, grounds] of Object.entries(pairs))
        for (const ground of grounds) {
          const ratio = contrast(colourOf(name), colourOf(ground));
          if (!(ratio >= least)) faults.push(`${name} on ${ground}: ${ratio}`);
        }
  }
  expect(faults).toEqual([]);
});
