import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandSchema, brandTokens, SURFACES } from './brand.ts';
import { contrast } from './colors.ts';

const faultsOf = (content: object) =>
  (brandSchema.safeParse(content).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('contrast is that of WCAG', () => {
  expect(contrast('#000', '#fff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the surfaces that colours are held against are those of the tokens', () => {
  const [day = '', night = ''] = readFileSync('shared/site/styles/tokens.css', 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const colours = (css: string, ...names: string[]) =>
    names.map((name) => new RegExp(`  --${name}: (#[\\da-f]+);`).exec(css)?.[1]);
  const { ink, primary, accent } = SURFACES;
  expect(colours(day, 'ink', 'brand', 'accent')).toEqual([ink, primary, accent]);
  expect(colours(day, 'surface', 'surface-2', 'surface-3', 'sky-2')).toEqual(SURFACES.day);
  expect(colours(night, 'bg', 'surface', 'surface-2', 'surface-3', 'sky-2')).toEqual(
    SURFACES.night,
  );
  expect(colours(night, 'text')).toEqual([SURFACES.textAtNight]);
});

test('mixes the primary colour into page, sky and hills as the site mixes its green', () => {
  const [day = '', night = ''] = readFileSync('shared/site/styles/tokens.css', 'utf8').split(
    '@media (prefers-color-scheme: dark)',
  );
  const valueIn = (css: string, name: string) =>
    new RegExp(`  ${name}: #([\\da-f]+);`).exec(css)?.[1];
  const channels = (hex = '') =>
    (hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])).map(
      (pair) => Number.parseInt(pair, 16),
    );
  const tokens = brandTokens({ primary: SURFACES.primary });
  const landscape = tokens.filter(([name]) => /^--(bg|surface|sky|hill|verge|line$)/.test(name));
  expect(landscape).toHaveLength(11);
  for (const [name, token] of landscape)
    for (const [made, own] of [
      [token.day, valueIn(day, name)],
      [token.night, valueIn(night, name)],
    ])
      for (const [place, value] of channels(made?.slice(1)).entries())
        expect(Math.abs(value - (channels(own)[place] ?? -99)), name).toBeLessThan(16);
});

test.each([
  [{}],
  [{ primary: SURFACES.primary }],
  [{ accent: SURFACES.accent }],
  [{ primary: '#1D3F8F', accent: '#ffb000' }],
  [{ primary: '#6b1f5c', accent: '#9be7ff' }],
])('%j can be read everywhere', (colours) => expect(faultsOf(colours)).toEqual([]));

test.each(['primary', 'accent'])(
  'a %s in which text could not be read is refused with the nearest that will do',
  (name) => {
    for (const colour of ['#777777', '#ff0000', '#00ff88', '#8899aa', '#ffffff', '#000000']) {
      const [fault] = faultsOf({ [name]: colour });
      if (!fault) continue;
      expect(fault).toMatch(/^(primary|accent): has too little contrast .* #[\da-f]{6}$/);
      expect(faultsOf({ [name]: fault.slice(-7) }), colour).toEqual([]);
    }
    expect(faultsOf({ [name]: '#777777' })).not.toEqual([]);
  },
);

test('refuses unreadable colours with the nearest ones, which are readable together', () => {
  const faults = faultsOf({ primary: '#ffd21f', accent: '#123456' });
  const [primary, accent] = faults.map((fault) => fault.slice(-7));
  expect(faults).toHaveLength(2);
  expect(faultsOf({ primary, accent })).toEqual([]);
});

test('what is no colour is refused in one line', () => {
  for (const primary of ['red', '#fff', '']) expect(faultsOf({ primary })).toHaveLength(1);
});
