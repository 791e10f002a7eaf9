import { documentToReactComponents } from '@contentful/rich-text-react-renderer';
import { describe, expect, test } from 'vitest';
import type { LinkTarget } from '../../../shared/blog/post.ts';
import { normalizeHref } from './normalize-href.ts';
import { normalizeRichText } from './normalize-rich-text.ts';

const TARGET: LinkTarget = {
  kind: 'post',
  slug: 'a-post',
  title: 'A post',
  excerpt: '',
  image: null,
};
const LINK = { sys: { type: 'Link', linkType: 'Entry', id: 'a' } };
const find = (link: unknown) => (link === LINK ? TARGET : null);

const node = (nodeType: string, content: unknown[] = [], data: object = {}) => ({
  nodeType,
  data,
  content,
});
const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  data: {},
  value,
  marks: marks.map((type) => ({ type })),
});
const paragraph = (...content: unknown[]) => node('paragraph', content);
const normalised = (...content: unknown[]) =>
  normalizeRichText(node('document', content), find)?.content;

test('a valid document with every kind of node stays as it is', () => {
  const cell = (value: string, data = {}) => node('table-cell', [paragraph(text(value))], data);
  const content = [
    ...[1, 2, 3, 4, 5, 6].map((level) => node(`heading-${level}`, [text(`Level ${level}`)])),
    paragraph(
      text(
        'all',
        'bold',
        'italic',
        'underline',
        'code',
        'superscript',
        'subscript',
        'strikethrough',
      ),
      text(''),
    ),
    node('unordered-list', [
      node('list-item', [
        paragraph(text('one')),
        node('ordered-list', [node('list-item', [paragraph(text('nested'))])]),
      ]),
    ]),
    node('blockquote', [paragraph(text('quoted'))]),
    node('hr'),
    node('table', [
      node('table-row', [node('table-header-cell', [paragraph(text('Head'))], { colspan: 2 })]),
      node('table-row', [cell('a'), cell('b', { rowspan: 2 })]),
    ]),
    paragraph(node('hyperlink', [text('web')], { uri: 'https://example.com/' })),
  ];
  expect(normalised(...content)).toEqual(content);
});

test('an empty last paragraph is dropped when there are other blocks', () => {
  const full = paragraph(text('full'));
  expect(normalised(full, paragraph(text('')))).toEqual([full]);
  expect(normalised(full, paragraph())).toEqual([full]);
  expect(normalised(full, paragraph(text('')), paragraph(text('')))).toEqual([
    full,
    paragraph(text('')),
  ]);
  expect(normalised(paragraph(text('')), full)).toEqual([paragraph(text('')), full]);
  expect(normalised(full, paragraph(text(' ')))).toHaveLength(2);
});

test('an empty document counts as none', () => {
  for (const nothing of [
    undefined,
    null,
    '',
    'text',
    7,
    [],
    {},
    { nodeType: 'paragraph', content: [] },
    { nodeType: 'document' },
  ])
    expect(normalizeRichText(nothing, find)).toBeNull();
  expect(normalised()).toBeUndefined();
  expect(normalised(paragraph(text('')))).toBeUndefined();
});

describe('links', () => {
  test('links to the web, e-mail, telephone or this site stay; of others only the text', () => {
    const linked = (uri: unknown) =>
      normalised(paragraph(node('hyperlink', [text('go')], { uri })));
    for (const uri of [
      'https://a.example/',
      'http://a.example',
      'mailto:a@b.example',
      'tel:+442079460123',
      '/contact',
      '#top',
      '?x=1',
      '//images.example/a.jpg',
    ])
      expect(linked(uri), uri).toEqual([paragraph(node('hyperlink', [text('go')], { uri }))]);
    const bad = [
      'javascript:alert(1)',
      ' java\tscript:alert(1)',
      'JAVASCRIPT:1',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc',
      'blob:x',
      'https://',
      'tel:',
      'tel:the office',
      'tel:020 7946 0000 / 020 7946 0001',
      'tel:0044',
      'see our guide',
      'https//x.example/y',
      'https:x.example',
      'page?x=1',
      'www',
      '2025-01-01',
      'example.com/offers',
      '020 7946 0000 or 07700 900123',
      '020 7946 0123',
      'mailto:a b@c',
      '',
      7,
      null,
    ];
    for (const uri of bad) expect(linked(uri), String(uri)).toEqual([paragraph(text('go'))]);
  });

  test.each([
    ['www.gov.uk/report', 'https://www.gov.uk/report'],
    ['claims@example.co.uk', 'mailto:claims@example.co.uk'],
    ['a@b.example?subject=Hi', 'mailto:a@b.example?subject=Hi'],
  ])('%s, entered without its scheme, leads to %s', (uri, address) => {
    expect(normalised(paragraph(node('hyperlink', [text('go')], { uri })))).toEqual([
      paragraph(node('hyperlink', [text('go')], { uri: address })),
    ]);
  });

  test('an address of any length is read in linear time', () => {
    const rest = 200_000;
    for (const uri of [
      `a@${'.'.repeat(rest)} x`,
      `www.${'.'.repeat(rest)}`,
      `+${'1-'.repeat(rest)}x`,
    ])
      expect(normalizeHref(uri) ?? '').not.toMatch(/^(?:mailto|tel):/);
  });

  test.each([
    ['tel:+44 (0)20 7946 0000', 'tel:+442079460000'],
    ['TEL: 020 7946 0000', 'tel:02079460000'],
    ['tel:02079460000;ext=12', 'tel:02079460000;ext=12'],
    ['tel:020 7946 0000, extension 12', 'tel:02079460000;ext=12'],
  ])('%s, as an editor entered it, is dialled as %s', (uri, address) => {
    expect(normalizeHref(uri)).toBe(address);
  });

  test.each(['', ' ', '\u00a0', '\u200b \u2060'])(
    'a link of which the text is %j is left out, and its space stays',
    (blank) => {
      const words = [text('before'), text(blank), text('after')];
      for (const nodeType of ['hyperlink', 'entry-hyperlink'])
        expect(
          normalised(
            paragraph(
              text('before'),
              node(nodeType, [text(blank)], { uri: '/contact', target: LINK }),
              text('after'),
            ),
          ),
          nodeType,
        ).toEqual([paragraph(...words)]);
    },
  );
});

test('an inline picture without words is left out: its link would have no name', () => {
  const picture = { url: '/a.jpg', width: null, height: null, alt: '' };
  const target: LinkTarget = { kind: 'image', picture, title: '', caption: '' };
  const inline = node('embedded-entry-inline', [], { target: LINK });
  const document = normalizeRichText(
    node('document', [paragraph(text('x'), inline)]),
    () => target,
  );
  expect(document?.content).toEqual([paragraph(text('x'))]);
});

test('half a character in a text becomes U+FFFD', () => {
  expect(normalised(paragraph(text('a\ud83d')))).toEqual([paragraph(text('a\ufffd'))]);
});

test("links and embeds carry their target; without one only a link's text stays", () => {
  const target = { target: TARGET };
  expect(normalised(paragraph(node('entry-hyperlink', [text('go')], { target: LINK })))).toEqual([
    paragraph(node('entry-hyperlink', [text('go')], target)),
  ]);
  expect(normalised(node('embedded-entry-block', [], { target: LINK }))).toEqual([
    node('embedded-entry-block', [], target),
  ]);
  const unresolved = { target: { sys: { type: 'Link', linkType: 'Asset', id: 'gone' } } };
  expect(normalised(node('embedded-asset-block', [], unresolved), paragraph(text('x')))).toEqual([
    paragraph(text('x')),
  ]);
  expect(normalised(paragraph(node('asset-hyperlink', [text('go')], unresolved)))).toEqual([
    paragraph(text('go')),
  ]);
});

test('a link into another space keeps its text; an embed from there has none', () => {
  const urn = 'crn:contentful:::content:spaces/other/entries/a';
  const target = { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn } };
  const own = node('entry-hyperlink', [text('here')], { target: LINK });
  expect(
    normalised(
      paragraph(
        text('Call '),
        node('resource-hyperlink', [text('sales')], { target }),
        node('embedded-resource-inline', [], { target }),
        text(' or '),
        own,
      ),
      node('embedded-resource-block', [], { target }),
    ),
  ).toEqual([
    paragraph(text('Call '), text('sales'), text(' or '), { ...own, data: { target: TARGET } }),
  ]);
});

test('the content of an unknown node stays, moved to where it is allowed', () => {
  expect(normalised(node('marquee', [paragraph(text('kept'))]))).toEqual([paragraph(text('kept'))]);
  expect(normalised(text('loose '), text('text'), node('hr'))).toEqual([
    paragraph(text('loose '), text('text')),
    node('hr'),
  ]);
  expect(normalised(paragraph(paragraph(text('inner'))))).toEqual([paragraph(text('inner'))]);
  expect(normalised(node('unordered-list', [paragraph(text('x'))]))).toEqual([
    node('unordered-list', [node('list-item', [paragraph(text('x'))])]),
  ]);
  expect(normalised(node('table-row', [node('table-cell', [text('x')])]))).toEqual([
    paragraph(text('x')),
  ]);
  expect(normalised(node('document', [paragraph(text('x'))]))).toEqual([paragraph(text('x'))]);
});

test('endless nesting is cut off', () => {
  let deep: object = paragraph(text('bottom'));
  for (let level = 0; level < 5000; level += 1) deep = node('blockquote', [deep]);
  const blocks = normalised(paragraph(text('top')), deep);
  expect(JSON.stringify(blocks).length).toBeLessThan(5000);
});

test('whatever the input, the result can be rendered and written as JSON', () => {
  const junk: unknown[] = [
    undefined,
    null,
    0,
    'x',
    [],
    {},
    { nodeType: 7 },
    { nodeType: 'text' },
    { nodeType: 'text', value: {}, marks: {} },
  ];
  const types = [
    'paragraph',
    'heading-1',
    'hyperlink',
    'ordered-list',
    'table',
    'embedded-asset-block',
    '__proto__',
    'constructor',
    'toString',
  ];
  const broken = types.flatMap((nodeType) => [
    { nodeType },
    { nodeType, data: null, content: null },
    { nodeType, data: 'x', content: 'x' },
    { nodeType, data: {}, content: junk },
    {
      nodeType,
      content: [
        { nodeType, content: junk },
        text('ok', 'bold', 'blink', '__proto__'),
        { nodeType: 'text', value: 'v', marks: [null, 7, {}] },
      ],
    },
  ]);
  const result = normalizeRichText(node('document', [...junk, ...broken]), find);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  expect(() =>
    documentToReactComponents(result as Parameters<typeof documentToReactComponents>[0]),
  ).not.toThrow();
  expect(JSON.stringify(result)).not.toMatch(/blink|__proto__|toString/);
});

describe('levels of headings', () => {
  const levelsOf = (...levels: number[]) =>
    normalised(...levels.map((level) => node(`heading-${level}`, [text('x')])))?.map(
      ({ nodeType }) => Number(nodeType.slice(-1)),
    );

  test.each([
    [[2, 3, 2], [1, 2, 1], 'a post that begins at level 2'],
    [[3], [1], 'a post with one level'],
    [[2, 4, 4, 3], [1, 2, 2, 2], 'a level that is left out'],
    [[3, 2, 3], [1, 1, 2], 'a lower heading in front of the first high one'],
    [[6, 1, 2, 3, 4, 5, 6], [1, 1, 2, 3, 4, 5, 6], 'all levels'],
  ])('headings %j become %j: %s', (levels, shown) => {
    expect(levelsOf(...levels)).toEqual(shown);
  });

  test('headings in lists and cells are part of the outline, and empty ones do not count', () => {
    const inItem = node('unordered-list', [node('list-item', [node('heading-4', [text('deep')])])]);
    const [empty, first, list] = normalised(
      node('heading-1', [text(' ')]),
      node('heading-2', [text('first')]),
      inItem,
    ) as ReturnType<typeof node>[];
    expect(empty?.nodeType).toBe('heading-1');
    expect(first?.nodeType).toBe('heading-1');
    expect(JSON.stringify(list)).toContain('heading-2');
  });
});

test('a document longer than any editor can write is cut, wherever its size comes from', () => {
  const sizes: [string, unknown[]][] = [
    ['text', Array.from({ length: 3000 }, () => paragraph(text('x'.repeat(1000))))],
    ['nodes', Array.from({ length: 200_000 }, () => node('hr'))],
    [
      'embeds',
      Array.from({ length: 20_000 }, () => node('embedded-entry-block', [], { target: LINK })),
    ],
    [
      'addresses',
      Array.from({ length: 3000 }, () =>
        paragraph(node('hyperlink', [text('x')], { uri: `/${'x'.repeat(1000)}` })),
      ),
    ],
  ];
  for (const [kind, content] of sizes) {
    const cut = normalizeRichText(node('document', content), find);
    expect(JSON.stringify(cut).length, kind).toBeGreaterThan(100_000);
    expect(JSON.stringify(cut).length, kind).toBeLessThan(1_500_000);
  }
});
