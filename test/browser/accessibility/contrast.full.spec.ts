import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../console.ts';
import { testEveryPage } from '../every-page.ts';
import { runAxe } from './axe-findings.ts';

/** WCAG 2.2, success criteria 1.4.3 and 1.4.11. */
const TEXT_RATIO = 4.5;
const LARGE_TEXT_RATIO = 3;
const EDGE_RATIO = 3;

type Colour = [red: number, green: number, blue: number];
/** In pixels of the whole page. */
type Box = { left: number; top: number; right: number; bottom: number };

interface Part {
  markup: string;
  /** Of its text: where that stands, and what it asks for. */
  text?: { colour: Colour; boxes: Box[]; large: boolean };
  /** Of its box: border and filling, of which one has to be seen. */
  edge?: { colours: Colour[]; box: Box };
}

/** The main controls, and the text that axe could not judge: on a gradient, over a drawing. */
function collect(undecided: string[]): Part[] {
  const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const opaque = (colour: string): Colour | null => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = channels(colour);
    return alpha === 1 ? [red, green, blue] : null;
  };
  const onPage = (box: DOMRect): Box => ({
    left: Math.ceil(box.left + scrollX),
    top: Math.ceil(box.top + scrollY),
    right: Math.floor(box.right + scrollX),
    bottom: Math.floor(box.bottom + scrollY),
  });
  const shown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('.vh, .skip, [inert], [hidden]');
  const parts: Part[] = [];
  const texts = [
    ...document.querySelectorAll('.btn, .tel, .arrow, .nav__link, summary'),
    ...undecided.flatMap((selector) => [...document.querySelectorAll(selector)]),
  ];
  const runs = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (runs.nextNode()) {
    const { currentNode: run } = runs;
    const element = run.parentElement;
    if (!element || !run.nodeValue?.trim() || !shown(element)) continue;
    if (!texts.some((text) => text.contains(run))) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    range.selectNodeContents(run);
    const boxes = [...range.getClientRects()].map(onPage);
    const colour = opaque(color) ?? [127, 127, 127];
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    parts.push({ markup: element.outerHTML.slice(0, 90), text: { colour, boxes, large } });
  }
  for (const control of document.querySelectorAll(
    '.btn, .tel, .round, .burger, input, textarea, [type="checkbox"]',
  )) {
    if (!shown(control)) continue;
    const { borderTopStyle, borderTopColor, borderTopWidth, backgroundColor } =
      getComputedStyle(control);
    const bordered = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
    const colours = [bordered && opaque(borderTopColor), opaque(backgroundColor)];
    const seen = colours.filter((colour) => !!colour);
    // A link that looks like one has no edge; the browser draws its own boxes to tick.
    if (seen.length === 0 || control.matches('[type="checkbox"]')) continue;
    const edge = { colours: seen, box: onPage(control.getBoundingClientRect()) };
    parts.push({ markup: control.outerHTML.slice(0, 90), edge });
  }
  return parts;
}

/** As WCAG 2.2 defines them. */
function luminance([red, green, blue]: Colour): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
function ratio(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The page as it is drawn, without its text. */
async function drawing(page: Page): Promise<(x: number, y: number) => Colour> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::placeholder { color: transparent !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const png = await page.screenshot({ animations: 'disabled' });
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x, y) => {
    const at = (Math.min(y, info.height - 1) * info.width + Math.min(x, info.width - 1)) * 3;
    return [data[at] as number, data[at + 1] as number, data[at + 2] as number];
  };
}

function* pixelsOf({ left, top, right, bottom }: Box): Generator<[x: number, y: number]> {
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2) if (x >= 0 && y >= 0) yield [x, y];
}

/** Beside the middle of each side, past shadow and lip. */
function around({ left, top, right, bottom }: Box): [x: number, y: number][] {
  const [x, y] = [Math.round((left + right) / 2), Math.round((top + bottom) / 2)];
  const sides: [number, number][] = [
    [left - 4, y],
    [right + 4, y],
    [x, top - 4],
  ];
  return sides.filter(([sideX, sideY]) => sideX >= 0 && sideY >= 0);
}

async function faultsOf(page: Page): Promise<string[]> {
  const { incomplete } = await runAxe(page, { type: 'rule', values: ['color-contrast'] });
  const undecided = incomplete.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')));
  const parts = await page.evaluate(collect, undecided);
  expect(parts.length).toBeGreaterThan(5);
  const at = await drawing(page);
  const faults: string[] = [];
  for (const { markup, text, edge } of parts) {
    const judge = (what: string, least: number, ratios: number[]) => {
      const worst = Math.min(...ratios);
      if (worst < least) faults.push(`${what} ${worst.toFixed(2)}:1 ${markup}`);
    };
    if (text)
      judge(
        'text',
        text.large ? LARGE_TEXT_RATIO : TEXT_RATIO,
        text.boxes.flatMap((box) =>
          [...pixelsOf(box)].map(([x, y]) => ratio(text.colour, at(x, y))),
        ),
      );
    if (edge)
      judge(
        'edge',
        EDGE_RATIO,
        around(edge.box).map(([x, y]) =>
          Math.max(...edge.colours.map((colour) => ratio(colour, at(x, y)))),
        ),
      );
  }
  return faults;
}

testEveryPage(
  (path) =>
    `controls of ${path}, and text on gradients and drawings, stand out on a phone and a wide screen, in both themes`,
  async (page) => {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The window as high as the page: what sticks to its edges covers nothing.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect.soft(await faultsOf(page), `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
  },
);
