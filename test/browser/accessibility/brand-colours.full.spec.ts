import { readFileSync } from 'node:fs';
import { brandSchema } from '../../../server/config/site-file/brand.ts';
import { contrast } from '../../../server/config/site-file/colors.ts';
import { expect, test } from '../console.ts';

/** Backgrounds of text and links, by its token, in the colours of an owner. */
const TEXT_ON: Record<string, readonly string[]> = {
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
  ],
  link: ['bg', 'surface', 'surface-2', 'surface-3', 'sky-2', 'accent-card'],
  ink: ['accent', 'accent-dark'],
  accent: ['brand', 'brand-dark', 'brand-darkest'],
  'on-brand': ['brand-dark', 'brand-darkest'],
  'on-brand-card': ['brand'],
  'on-brand-quiet': ['brand-darkest'],
};
const TOKENS = [...new Set([...Object.keys(TEXT_ON), ...Object.values(TEXT_ON).flat()])];
const MIN_CONTRAST = 4.5;

const STEPS = ['00', '2a', '55', '80', 'aa', 'd5', 'ff'];
/** Every colour of a coarse grid that the site file accepts, alone. */
const acceptedAs = (name: 'primary' | 'accent') =>
  STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))
    .filter((colour) => brandSchema.safeParse({ [name]: colour }).success)
    .map((colour) => ({ [name]: colour }));

const BRANDS: { primary?: string; accent?: string }[] = [
  ...acceptedAs('primary'),
  ...acceptedAs('accent'),
  { primary: '#1d3f8f', accent: '#ffb000' },
  { primary: '#6b1f5c', accent: '#9be7ff' },
];

const STYLES = ['tokens', 'brand']
  .map((name) => readFileSync(`shared/site/styles/${name}.css`, 'utf8'))
  .join('\n');

interface Painting {
  brands: typeof BRANDS;
  tokens: string[];
}

/** Lists what the browser makes of each token for each brand, as `#rrggbb`. Runs in the page. */
function paint({ brands, tokens }: Painting): Record<string, string>[] {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement('i'));
  const { style } = document.documentElement;
  const hexOf = (token: string) => {
    probe.style.color = `var(--${token})`;
    if (!context) return '';
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  };
  return brands.map(({ primary = '', accent = '' }) => {
    style.setProperty('--brand', primary);
    style.setProperty('--accent', accent);
    return Object.fromEntries(tokens.map((token) => [token, hexOf(token)]));
  });
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`text can be read in every colour that the site file accepts, ${colorScheme}`, async ({
    page,
  }) => {
    expect(BRANDS.length).toBeGreaterThan(40);
    await page.emulateMedia({ colorScheme });
    await page.setContent(`<style>${STYLES}</style>`);
    const painted = await page.evaluate(paint, { brands: BRANDS, tokens: TOKENS });
    const issues = painted.flatMap((colours, place) =>
      Object.entries(TEXT_ON).flatMap(([text, grounds]) =>
        grounds
          .map((ground) => ({
            ground,
            ratio: contrast(colours[text] ?? '', colours[ground] ?? ''),
          }))
          .filter(({ ratio }) => !(ratio >= MIN_CONTRAST))
          .map(
            ({ ground, ratio }) =>
              `${JSON.stringify(BRANDS[place])}: ${text} on ${ground} ${ratio.toFixed(2)}`,
          ),
      ),
    );
    expect(issues).toEqual([]);
  });
