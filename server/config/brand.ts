import * as z from 'zod';
import { contrast, mix, nearest } from './colours.ts';

/** What shared/site/styles/tokens.css has and a brand leaves as it is; brand.test.ts compares them. */
export const SURFACES = {
  ink: '#0b1f1a',
  textAtNight: '#e9f2ee',
  day: ['#fff', '#f4f7f5', '#eef6f2', '#ddefe6'],
  night: ['#071713', '#0e2620', '#0b1e19', '#17352c', '#0b2a22'],
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
        'takes a square SVG of shapes: a viewBox such as "0 0 40 40", and no texts, scripts, styles, links, pictures or comments',
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
  night: mix(accent, SURFACES.night[0] as string, 0.88),
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

/** Values of the colour tokens that a brand changes: by day, and by night where they differ. */
export function brandTokens({ primary, accent }: Brand): Record<string, readonly string[]> {
  const shades = primary && shadesOf(primary);
  const tints = accent && tintsOf(accent);
  return {
    ...(shades && {
      '--brand-darkest': [shades.darkest],
      '--brand-dark': [shades.dark],
      '--brand': [primary],
      '--brand-light': [shades.light],
      '--on-brand': [shades.on],
      '--on-brand-card': [shades.onCard],
      '--on-brand-quiet': [shades.onQuiet],
      '--line-on-brand': [mix(shades.dark, WHITE, 0.12)],
      '--link': [shades.linkAtNight],
    }),
    ...(tints && {
      '--accent': [accent],
      '--accent-dark': [mix(accent, BLACK, 0.07)],
      '--accent-card': [tints.day, tints.night],
      '--accent-card-line': [
        mix(accent, WHITE, 0.46),
        mix(accent, SURFACES.night[0] as string, 0.75),
      ],
    }),
  };
}

/** Elements that draw, group or paint, and can do nothing else. */
const SHAPES = new Set(
  'svg g defs path rect circle ellipse line polyline polygon clipPath linearGradient radialGradient stop'.split(
    ' ',
  ),
);
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** A whole start, end or empty tag, with what stands before it; XML 1.0 in its plainest form. */
const TAG = /([^<]*)<(\/?)([A-Za-z]+)((?:\s+[A-Za-z][\w-]*="[^"<&]*")*)\s*(\/?)>/gy;
const ATTRIBUTE = /([A-Za-z][\w-]*)="([^"]*)"/g;
/** Handlers, styles, and whatever leads elsewhere. */
const REFUSED_NAME = /^(on.*|style|class|href|src|base|lang)$/i;
const INNER_REFERENCE = /^url\(#[\w-]+\)$/;

/**
 * Whether a text is a square SVG made of shapes alone: every tag and attribute is one that is known
 * to be harmless, so nothing runs, loads, links or styles, wherever the picture is shown.
 */
function isPlainSquare(text: string): boolean {
  const open: string[] = [];
  let end = 0;
  let isFirst = true;
  for (const [tag, before = '', closes, name = '', attributes = '', isEmpty] of text.matchAll(
    TAG,
  )) {
    if (before.trim() !== '' || !SHAPES.has(name)) return false;
    if (isFirst ? name !== 'svg' || !isRoot(attributes) : open.length === 0) return false;
    if (!hasPlainAttributes(attributes)) return false;
    if (closes) {
      if (open.pop() !== name || attributes) return false;
    } else if (!isEmpty) open.push(name);
    isFirst = false;
    end += tag.length;
  }
  return !isFirst && open.length === 0 && text.slice(end).trim() === '';
}

function isRoot(attributes: string): boolean {
  const values = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
  );
  const [, , width = 0, height = 1] = (values.get('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return values.get('xmlns') === NAMESPACE && width > 0 && width === height;
}

function hasPlainAttributes(attributes: string): boolean {
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', value = '']) => {
    if (REFUSED_NAME.test(name)) return false;
    return name === 'xmlns'
      ? value === NAMESPACE
      : !/url\(|:|\\/i.test(value) || INNER_REFERENCE.test(value);
  });
}
