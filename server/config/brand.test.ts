import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brandSchema, brandTokens, SURFACES } from './brand.ts';
import { contrast } from './colors.ts';
import { parseMark } from './svg-mark.ts';

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

const svg = (inner: string, attributes = 'viewBox="0 0 40 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`;

test('a mark is a square SVG', () => {
  const gradient =
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>';
  for (const mark of [
    svg('<rect width="40" height="40" rx="9"/>'),
    svg(`${gradient}\n<g fill="url(#a)"><path d="M0 0 40 40z"/></g>`, 'viewBox="0,0,512,512"'),
    svg('<symbol id="a"><path d="M0 0"/></symbol><use href="#a"/><text x="1" y="9">K</text>'),
  ])
    expect(parseMark(mark), mark).toEqual({ mark });
});

test('drops the additions of drawing programs and turns styles into attributes', () => {
  const drawn = `<?xml version="1.0" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<!-- Created with Inkscape -->
<svg:svg xmlns:svg="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
  viewBox="0 0 40 40" sodipodi:docname="mark.svg" class="a">
  <sodipodi:namedview id="b"><sodipodi:guide position="1,1"/></sodipodi:namedview>
  <svg:metadata><a xmlns="x" href="https://example.com"/></svg:metadata>
  <svg:use xlink:href="#c" style="fill:url(#d); stroke : none !important;-inkscape-stroke:none" fill="red"/>
  <svg:text>A &lt; B &amp;c</svg:text>
</svg:svg>`;
  const parsed = parseMark(drawn);
  expect('mark' in parsed && parsed.mark.replace(/\s*\n\s*/g, '')).toBe(
    svg('<use href="#c" fill="url(#d)" stroke="none"/><text>A &lt; B &amp;c</text>'),
  );
});

test('what drawing programs write beside a style and what changes nothing is dropped', () => {
  const text = `font-style:normal;font-variant-ligatures:normal;font-size:12px;line-height:1.25;
    text-indent:0;text-align:start;text-decoration-style:solid;text-orientation:mixed;white-space:pre;
    solid-color:#000000;mix-blend-mode:normal;fill:#ff0000`;
  expect(parseMark(svg(`<text style="${text}">K</text>`))).toEqual({
    mark: svg('<text font-style="normal" font-size="12px" fill="#ff0000">K</text>'),
  });
});

test('what only a style can say stays one, in its order', () => {
  for (const [program, style, kept = style] of [
    ['Figma', 'mix-blend-mode:multiply'],
    [
      'Figma',
      'fill:#d9d9d9;fill:color(display-p3 0.85 0.85 0.85);fill-opacity:1;mix-blend-mode:screen',
    ],
    ['Illustrator', 'isolation:isolate'],
    [
      'Illustrator',
      "font-variation-settings:&apos;wght&apos; 700; fill:url('#a')",
      "font-variation-settings:'wght' 700;fill:url('#a')",
    ],
    [
      'Inkscape',
      '-inkscape-stroke:none;line-height:1.25;text-transform:uppercase;font-variant-caps:small-caps;shape-inside:url(#b)',
      'text-transform:uppercase;font-variant-caps:small-caps',
    ],
    ['Boxy SVG', 'transform-box:fill-box;transform-origin:50% 50%'],
  ] as const)
    expect(parseMark(svg(`<g style="${style}"/>`)), program).toEqual({
      mark: svg(`<g style="${kept}"/>`),
    });
  const shape = '<rect style="x:1px;width:9px;fill:color(display-p3 1 0 0)"/>';
  expect(parseMark(svg(shape))).toEqual({
    mark: svg('<rect x="1px" width="9px" fill="color(display-p3 1 0 0)"/>'),
  });
});

test.each([
  ['<script/>', 'it has the element <script>'],
  ['<set attributeName="href" to="https://example.com"/>', 'it has the element <set>'],
  ['<h:a xmlns:h="http://www.w3.org/1999/xhtml"/>', 'it has the element <h:a>'],
  ['<path fill="u&#114;l(https://example.com)"/>', 'fill leads out of it'],
  ['<path fill="u\\72l(https://example.com)"/>', 'it has a backslash in fill'],
  ['<path fill="url(#a) url(//example.com)"/>', 'fill leads out of it'],
  ['<path mask="image-set(&quot;a.png&quot;)"/>', 'it has image-set() in mask'],
  ['<path style="fill:url(https://example.com)"/>', 'fill leads out of it'],
  ['<path style="mix-blend-mode:url(https://example.com)"/>', 'mix-blend-mode leads out of it'],
  ['<path style="mix-blend-mode:multiply;fill:url(//example.com)"/>', 'fill leads out of it'],
  ['<g style="isolation:isolate;background:image-set(&quot;a&quot;)"/>', 'it has image-set() in'],
  ['<path style="fill:red;behavior:url(#a)"/>', 'a style attribute has behavior, which a mark'],
  ['<path style="animation:a 1s"/>', 'a style attribute has animation, which a mark'],
  ['<path style="width:expression(alert(1))"/>', 'it has expression() in width'],
  ['<path style="@import url(#a);fill:red"/>', 'a style attribute has something, which a mark'],
  ['<path style="list-style-image:none, url(#a)"/>', 'a style attribute has list-style-image'],
  ['<use href="&#104;ttps://example.com"/>', 'href leads out of it'],
  ['<path onclick="alert(1)"/>', 'it has a script in onclick'],
  ['\n<path>', 'it is not well-formed (Unexpected close tag, line 2)'],
])('%s is refused by its rule: %s', (inner, rule) => {
  const [fault = ''] = faultsOf({ mark: svg(inner) });
  expect(fault).toMatch(/^mark: must be a square SVG .* outside references: /);
  expect(fault).toContain(`references: ${rule}`);
});

test('definitions of entities are no detour', () => {
  const defined = `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${svg('&a;')}`;
  expect(faultsOf({ mark: defined })).toEqual([expect.stringContaining('DOCTYPE has definitions')]);
});

test.each([
  ['', 'nothing'],
  ['<p>no picture</p>', 'another element'],
  [svg('<path d="M0 0"/>', 'viewBox="0 0 40 20"'), 'one that is not square'],
  [svg('<path d="M0 0"/>', 'width="40" height="40"'), 'no viewBox'],
  [svg('<script>alert(1)</script>'), 'a script'],
  [svg('<style>path{}</style>'), 'a style'],
  [svg('<path d="M0 0" onclick="alert(1)"/>'), 'a handler'],
  [svg('<path d="M0 0"/>', 'viewBox="0 0 4 4" onload="alert(1)"'), 'a handler of the picture'],
  [svg('<a href="https://example.com"><path d="M0 0"/></a>'), 'a link'],
  [svg('<image href="https://example.com/a.png"/>'), 'a picture'],
  [svg('<use xlink:href="b.svg#a"/>'), 'a use of another file'],
  [svg('<path d="M0 0"/>').replace('</svg>', ''), 'one without an end'],
  [svg('<g fill="url(https://example.com/a.svg#a)"/>'), 'an outside reference'],
  [svg('<g fill="URL(//example.com)"/>'), 'the same without a scheme'],
  [svg('<foreignObject/>'), 'other markup'],
  [`<?xml-stylesheet href="a.css"?>${svg('')}`, 'a stylesheet'],
  [svg(' '.repeat(9000)), 'too much'],
])('%s is no mark: %s', (mark) => expect(faultsOf({ mark })).toHaveLength(1));
