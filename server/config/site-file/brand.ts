import * as z from 'zod';
import { lineUpTo } from '../schemas.ts';
import { contrast, mix, nearestUsableColor } from './colors.ts';

/** The values of shared/site/styles/tokens.css; brand.test.ts compares them. */
export const DEFAULTS = { ink: '#0b1f1a', primary: '#00573f', accent: '#ffd21f' };

const WHITE = '#fff';
const BLACK = '#000';
/** Text on the primary colour. */
const ON_BRAND = '#eee';

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

/**
 * Returns the pairs of text and background that decide whether the primary colour can be read. The
 * tones are those of shared/site/styles/brand.css; all others have more contrast, by day and by
 * night (test/browser/accessibility/brand-colours.spec.ts).
 */
function primaryPairs(primary: string): Pair[] {
  return [
    [primary, mix(primary, WHITE, 0.87)],
    [ON_BRAND, primary],
    [WHITE, mix(primary, WHITE, 0.1)],
  ];
}

/** Returns the pairs in which the accent meets text, or the primary colour. */
function accentPairs(primary = DEFAULTS.primary, accent = DEFAULTS.accent): Pair[] {
  return [
    [DEFAULTS.ink, accent],
    [DEFAULTS.ink, mix(accent, BLACK, 0.07)],
    [accent, primary],
    [primary, mix(accent, WHITE, 0.72)],
  ];
}

/** Returns the background of the dark page, for the browser's own bars. */
export const darkPageColor = (primary: string) => mix(primary, '#0a0a0a', 0.8);
