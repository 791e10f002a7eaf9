import * as z from 'zod';
import { contrast, mix, nearest } from './colours.ts';

/** The dark page. */
const NIGHT = '#071713';

/** What shared/site/styles/tokens.css has and a brand leaves as it is; brand.test.ts compares them. */
export const SURFACES = {
  ink: '#0b1f1a',
  textAtNight: '#e9f2ee',
  day: ['#fff', '#f4f7f5', '#eef6f2', '#ddefe6'],
  night: [NIGHT, '#0e2620', '#0b1e19', '#17352c', '#0b2a22'],
  /** Where the owner gives no other. */
  primary: '#00573f',
  accent: '#ffd21f',
};
const WHITE = '#fff';
const BLACK = '#000';

/** WCAG 2.2, 1.4.3, for text. */
const LEAST_CONTRAST = 4.5;
/** In characters: the mark is asked for with every first page. */
const MARK_LIMIT = 8000;

const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'takes a colour such as #00573f')
  .toLowerCase();

/** `brand` of the site file. A colour on which, or in which, text could not be read is refused. */
export const brand = z
  .strictObject({
    primary: colour.optional(),
    accent: colour.optional(),
    mark: z
      .string()
      .trim()
      .max(MARK_LIMIT, `takes at most ${MARK_LIMIT} characters`)
      .refine(
        isPlainSquare,
        'takes a square SVG: a viewBox such as "0 0 40 40", and no scripts, styles, links, comments or outside references',
      )
      .optional(),
  })
  .superRefine(({ primary, accent }, context) => {
    const refuse = (path: string, given: string, isReadable: (colour: string) => boolean) => {
      if (isReadable(given)) return;
      const instead = nearest(given, isReadable);
      const message = `has too little contrast with the text and pages around it${instead && `; the nearest colour that has enough is ${instead}`}`;
      context.addIssue({ code: 'custom', path: [path], message });
    };
    if (primary)
      refuse('primary', primary, (it) => isReadable(primaryPairs(it), accent ? [] : pairs(it)));
    if (accent) refuse('accent', accent, (it) => isReadable(pairs(primary, it)));
  });

export type Brand = z.infer<typeof brand>;

type Pair = readonly [text: string, ground: string];

const isReadable = (...lists: Pair[][]) =>
  lists.flat().every(([text, ground]) => contrast(text, ground) >= LEAST_CONTRAST);

const shadesOf = (primary: string) => ({
  darkest: mix(primary, BLACK, 0.5),
  dark: mix(primary, BLACK, 0.33),
  light: mix(primary, WHITE, 0.1),
  on: mix(primary, WHITE, 0.85),
  onCard: mix(primary, WHITE, 0.89),
  onQuiet: mix(primary, WHITE, 0.66),
  linkAtNight: lightened(primary),
});

/** As little as text on the dark pages needs, so that links keep the brand's colour. */
function lightened(primary: string): string {
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const isLight = (share: number) =>
    isReadable(SURFACES.night.map((ground) => [mix(primary, WHITE, share), ground]));
  return mix(primary, WHITE, Math.min(1, (shares.find(isLight) as number) + 0.1));
}

/** A card in the accent's tint, on the light page and on the dark one. */
const tintsOf = (accent: string) => ({
  day: mix(accent, WHITE, 0.72),
  night: mix(accent, NIGHT, 0.88),
});

/** Where text in the primary colour stands, or text stands on it. */
function primaryPairs(primary: string): Pair[] {
  const { darkest, dark, light, on, onCard, onQuiet } = shadesOf(primary);
  return [
    ...SURFACES.day.map((ground): Pair => [primary, ground]),
    [onCard, primary],
    [WHITE, light],
    [on, dark],
    [onQuiet, darkest],
  ];
}

/** Where the accent meets text, or the primary colour. */
function pairs(primary = SURFACES.primary, accent = SURFACES.accent): Pair[] {
  const { day, night } = tintsOf(accent);
  return [
    [SURFACES.ink, accent],
    [SURFACES.ink, mix(accent, BLACK, 0.07)],
    [accent, primary],
    [primary, day],
    [lightened(primary), night],
    [SURFACES.textAtNight, night],
  ];
}

/** A colour token of tokens.css, by day and by night. */
export interface Token {
  name: string;
  day: string;
  night: string;
}

/** The colour tokens that a brand changes. */
export function brandTokens({ primary, accent }: Brand): Token[] {
  const tokens: Token[] = [];
  const add = (name: string, day: string, night = day) => tokens.push({ name, day, night });
  if (primary) {
    const shades = shadesOf(primary);
    add('--brand-darkest', shades.darkest);
    add('--brand-dark', shades.dark);
    add('--brand', primary);
    add('--brand-light', shades.light);
    add('--on-brand', shades.on);
    add('--on-brand-card', shades.onCard);
    add('--on-brand-quiet', shades.onQuiet);
    add('--line-on-brand', mix(shades.dark, WHITE, 0.12));
    add('--link', shades.linkAtNight);
  }
  if (accent) {
    const tints = tintsOf(accent);
    add('--accent', accent);
    add('--accent-dark', mix(accent, BLACK, 0.07));
    add('--accent-card', tints.day, tints.night);
    add('--accent-card-line', mix(accent, WHITE, 0.46), mix(accent, NIGHT, 0.75));
  }
  return tokens;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Scripts, styles, links and outside references. Nothing of them would work: the mark is shown only
 * as a picture, and sent under a policy that allows nothing. An owner learns of it here.
 */
const REFUSED = [
  /<[!?]/, // entities, stylesheets of the document, comments
  /&/, // an entity may spell any of the others
  /<\/?([\w-]+:)?(script|style|a|foreignObject)\b/i,
  /[\s"'](on\w+|style|src)\s*=/i,
  /href\s*=\s*["'](?!#)/i,
  /url\(\s*["']?(?!#)/i,
];

/** Whether a text is one square SVG without scripts, styles, links and outside references. */
function isPlainSquare(svg: string): boolean {
  const [root = ''] = /^<svg\s[^>]*>/.exec(svg) ?? [];
  const [, viewBox = ''] = /\sviewBox="([^"]*)"/.exec(root) ?? [];
  const [, , width = 0, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  const isSquare = width > 0 && width === height;
  if (!isSquare || !root.includes(`xmlns="${NAMESPACE}"`)) return false;
  return isOneElement(svg) && !REFUSED.some((rule) => rule.test(svg));
}

const TAG = /<(\/?)([\w:-]+)(?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>/g;

/** Whether every element ends, and nothing follows the first one's end. */
function isOneElement(svg: string): boolean {
  const open: string[] = [];
  for (const { 0: tag, 1: ends, 2: name = '', 3: isEmpty, index } of svg.matchAll(TAG)) {
    if (ends && open.pop() !== name) return false;
    if (!ends && !isEmpty) open.push(name);
    if (open.length === 0) return index + tag.length === svg.length;
  }
  return false;
}
