import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandSchema, DEFAULTS } from './brand.ts';
import { contrast } from './colors.ts';

const faultsOf = (content: object) =>
  (brandSchema.safeParse(content).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('contrast is that of WCAG', () => {
  expect(contrast('#000', '#fff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the default colours are those of the tokens', () => {
  const css = readFileSync('shared/site/styles/tokens.css', 'utf8');
  const colours = ['ink', 'brand', 'accent'].map(
    (name) => new RegExp(`  --${name}: (#[\\da-f]+);`).exec(css)?.[1],
  );
  expect(colours).toEqual([DEFAULTS.ink, DEFAULTS.primary, DEFAULTS.accent]);
});

test('the tones by which a colour is judged are those of the stylesheet', () => {
  const css = readFileSync('shared/site/styles/brand.css', 'utf8');
  for (const tone of [
    '--sky-2: color-mix(in srgb, var(--brand) 13%, #fff)',
    '--on-brand-card: #eee',
    '--brand-light: color-mix(in srgb, var(--brand) 90%, #fff)',
    '--accent-dark: color-mix(in srgb, var(--accent) 93%, #000)',
    '--accent-card: color-mix(in srgb, var(--accent) 28%, #fff)',
    '--bg: color-mix(in srgb, var(--brand) 20%, #0a0a0a)',
  ])
    expect(css).toContain(`${tone};`);
});

test.each([
  [{}],
  [{ primary: DEFAULTS.primary }],
  [{ accent: DEFAULTS.accent }],
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
