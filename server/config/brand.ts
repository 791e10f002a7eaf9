import * as z from 'zod';
import { contrast, mix, nearestUsableColor } from './colors.ts';
import { lineUpTo } from './schemas.ts';

/** The dark page. */
const DARK_PAGE = '#071713';

/** The values of shared/site/styles/tokens.css; brand.test.ts compares them. */
export const SURFACES = {
  ink: '#0b1f1a',
  textAtNight: '#e9f2ee',
  day: ['#fff', '#f4f7f5', '#eef6f2', '#ddefe6'],
  night: [DARK_PAGE, '#0e2620', '#0b1e19', '#17352c', '#0b2a22'],
  /** The default. */
  primary: '#00573f',
  accent: '#ffd21f',
};
const WHITE = '#fff';
const BLACK = '#000';

/** Lowest contrast of text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/i, { error: 'must be a colour such as #00573f', abort: true })
  .toLowerCase();

/** The schema of `brand` in the site file. A colour that makes text unreadable is refused. */
export const brandSchema = z
  .strictObject({
    primary: colour.describe('The main colour, in quotes: "#00573f".').optional(),
    accent: colour.describe('The colour of the call buttons, in quotes: "#ffd21f".').optional(),
    subtitle: z
      .union([z.literal(''), lineUpTo(40)], 'must be one line of 40 characters or fewer')
      .describe('The line under the name in the logo; "" for none.')
      .optional(),
    mark: z
      .string()
      .regex(
        /^(?!.*\.\.)[\w-][\w ./-]*\.(svg|png)$/i,
        'must be the name of an SVG or PNG file in the folder of the site file',
      )
      .describe('Your mark: a square SVG or PNG file in this folder, for example mark.svg.')
      .optional(),
  })
  .superRefine(({ primary, accent }, context) => {
    /** @returns the colour, or the nearest readable one */
    const requireReadable = (
      path: string,
      given: string,
      isReadable: (colour: string) => boolean,
    ) => {
      if (isReadable(given)) return given;
      const instead = nearestUsableColor(given, isReadable);
      const message = `has too little contrast to be read; the nearest colour with enough contrast is ${instead}`;
      context.addIssue({ code: 'custom', path: [path], message });
      return instead;
    };
    const usablePrimary =
      primary &&
      requireReadable('primary', primary, (it) =>
        isReadable(primaryPairs(it), accent ? [] : accentPairs(it)),
      );
    if (accent)
      requireReadable('accent', accent, (it) => isReadable(accentPairs(usablePrimary, it)));
  });

export type Brand = z.infer<typeof brandSchema>;

type Pair = readonly [text: string, ground: string];

const isReadable = (...lists: Pair[][]) =>
  lists.flat().every(([text, ground]) => contrast(text, ground) >= MIN_CONTRAST);

/** Returns the tokens of tokens.css that follow from the primary colour. */
function shadesOf(primary: string) {
  const dark = mix(primary, BLACK, 0.33);
  return {
    '--brand-darkest': mix(primary, BLACK, 0.5),
    '--brand-dark': dark,
    '--brand': primary,
    '--brand-light': mix(primary, WHITE, 0.1),
    '--on-brand': mix(primary, WHITE, 0.85),
    '--on-brand-card': mix(primary, WHITE, 0.89),
    '--on-brand-quiet': mix(primary, WHITE, 0.66),
    '--line-on-brand': mix(dark, WHITE, 0.12),
    '--link': linkColor(primary),
  };
}

/**
 * Those that follow from the accent, by day and by night: a card in its tint stands on the page.
 */
const tintsOf = (accent: string) => ({
  '--accent': { day: accent, night: accent },
  '--accent-dark': { day: mix(accent, BLACK, 0.07), night: mix(accent, BLACK, 0.07) },
  '--accent-card': { day: mix(accent, WHITE, 0.72), night: mix(accent, DARK_PAGE, 0.88) },
  '--accent-card-line': { day: mix(accent, WHITE, 0.46), night: mix(accent, DARK_PAGE, 0.75) },
});

/**
 * Page, sky and hills in a touch of the primary colour: those of tokens.css are the site's own
 * green, made in the same way.
 */
const LANDSCAPE: readonly { name: string; day?: Shade; night: Shade; text?: true }[] = [
  { name: '--bg', night: { grey: '#0a0a0a', share: 0.8 }, text: true },
  { name: '--surface', night: { grey: '#141414', share: 0.72 }, text: true },
  {
    name: '--surface-2',
    day: { grey: WHITE, share: 0.955 },
    night: { grey: '#0e0e0e', share: 0.78 },
    text: true,
  },
  {
    name: '--surface-3',
    day: { grey: WHITE, share: 0.93 },
    night: { grey: '#212121', share: 0.62 },
    text: true,
  },
  {
    name: '--line',
    day: { grey: '#f2f2f2', share: 0.83 },
    night: { grey: '#3d3d3d', share: 0.66 },
  },
  { name: '--sky-1', day: { grey: WHITE, share: 0.99 }, night: { grey: '#060606', share: 0.85 } },
  {
    name: '--sky-2',
    day: { grey: WHITE, share: 0.87 },
    night: { grey: '#0f0f0f', share: 0.68 },
    text: true,
  },
  { name: '--hill-1', day: { grey: WHITE, share: 0.81 }, night: { grey: '#141414', share: 0.66 } },
  { name: '--hill-2', day: { grey: WHITE, share: 0.66 }, night: { grey: '#161616', share: 0.52 } },
  { name: '--hill-3', day: { grey: WHITE, share: 0.44 }, night: { grey: '#111111', share: 0.6 } },
  { name: '--verge', day: { grey: WHITE, share: 0.19 }, night: { grey: '#0c0c0c', share: 0.72 } },
];

/** A grey, and its share in the mix with the primary colour. */
interface Shade {
  grey: string;
  share: number;
}

const mixIn = (primary: string, { grey, share }: Shade) => mix(primary, grey, share);

const landscapeOf = (primary: string) =>
  LANDSCAPE.map(({ name, day, night }): [string, TokenValues] => [
    name,
    { day: day ? mixIn(primary, day) : WHITE, night: mixIn(primary, night) },
  ]);

/** Returns the backgrounds of text, light and dark. */
const backgrounds = (primary: string) => {
  const grounds = LANDSCAPE.filter(({ text }) => text);
  return {
    day: grounds.map(({ day }) => (day ? mixIn(primary, day) : WHITE)),
    night: grounds.map(({ night }) => mixIn(primary, night)),
  };
};

/**
 * Lightens a colour as little as text on dark pages needs, so that links keep the brand's colour.
 */
function linkColor(primary: string): string {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const { night } = backgrounds(primary);
  const isLight = (share: number) =>
    isReadable(night.map((ground) => [mix(primary, WHITE, share), ground]));
  return mix(primary, WHITE, Math.min(1, (shares.find(isLight) as number) + 0.1));
}

/** Returns the pairs of text and background that hold the primary colour. */
function primaryPairs(primary: string): Pair[] {
  const shades = shadesOf(primary);
  const { day, night } = backgrounds(primary);
  return [
    ...day.map((ground): Pair => [primary, ground]),
    ...night.map((ground): Pair => [SURFACES.textAtNight, ground]),
    [shades['--on-brand-card'], primary],
    [WHITE, shades['--brand-light']],
    [shades['--on-brand'], shades['--brand-dark']],
    [shades['--on-brand-quiet'], shades['--brand-darkest']],
  ];
}

/** Returns the pairs in which the accent meets text, or the primary colour. */
function accentPairs(primary = SURFACES.primary, accent = SURFACES.accent): Pair[] {
  const tints = tintsOf(accent);
  return [
    [SURFACES.ink, accent],
    [SURFACES.ink, tints['--accent-dark'].day],
    [accent, primary],
    [primary, tints['--accent-card'].day],
    [linkColor(primary), tints['--accent-card'].night],
    [SURFACES.textAtNight, tints['--accent-card'].night],
  ];
}

/** The values of a colour token of tokens.css. */
export interface TokenValues {
  day: string;
  night: string;
}

/** Returns the colour tokens that a brand changes, by name. */
export function brandTokens({ primary, accent }: Brand): [name: string, values: TokenValues][] {
  const shades = primary ? Object.entries(shadesOf(primary)) : [];
  const tints = accent ? Object.entries(tintsOf(accent)) : [];
  return [
    ...shades.map(([name, shade]): [string, TokenValues] => [name, { day: shade, night: shade }]),
    ...(primary ? landscapeOf(primary) : []),
    ...tints,
  ];
}
