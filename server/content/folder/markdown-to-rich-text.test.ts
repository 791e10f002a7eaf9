import { describe, expect, test } from 'vitest';
import { plainText } from '../../../shared/blog/plain-text.ts';
import { normalizeRichText } from '../parse/normalize-rich-text.ts';
import { parseMarkdown } from './markdown-reader.ts';
import { convertTokens, listPictures } from './markdown-to-rich-text.ts';
import type { RawNode } from './rich-text-builder.ts';
import { UnusableReference } from './unusable-reference.ts';

const TARGET = { kind: 'title', title: 'x' } as const;

function convert(text: string, firstLine = 1) {
  return convertTokens(parseMarkdown(text, firstLine), {
    findLink(href) {
      if (href.startsWith('bad')) throw new UnusableReference('leads nowhere');
      return { nodeType: 'hyperlink', data: { uri: href } };
    },
    findPicture(src) {
      if (src.startsWith('bad')) throw new UnusableReference('is not there');
      return src;
    },
  });
}

/** Returns the document as short text: `paragraph(one [two] bold:three)`. */
function outline({ nodeType, content = [], value, marks = [], data }: RawNode): string {
  if (value !== undefined) {
    const text = JSON.stringify(value).slice(1, -1);
    return marks.length > 0 ? `${marks.map(({ type }) => type).join('+')}:${text}` : text;
  }
  const target = data.uri ?? (data.target as { sys: { id: string } } | undefined)?.sys.id;
  const inner = content.map(outline).join('|');
  return `${nodeType}${target ? `<${target}>` : ''}(${inner})`;
}

const blocksOf = (text: string) => (convert(text).document.content ?? []).map(outline);
const issuesOf = (text: string, firstLine?: number) =>
  convert(text, firstLine).issues.map(({ line, text }) => `${line}: ${text}`);

describe('convertTokens', () => {
  test.each([
    ['a hard break', 'one  \ntwo\\\nthree', ['paragraph(one\\ntwo\\nthree)']],
    ['a soft break', 'one\ntwo', ['paragraph(one two)']],
    [
      'marks',
      '*a **b*** ~~c~~ `d`',
      ['paragraph(italic:a |italic+bold:b| |strikethrough:c| |code:d)'],
    ],
    ['a code block', '```js\na\n  b\n\nc\n```', ['paragraph(code:a\\n  b\\n\\nc)']],
    ['an indented code block', '    a', ['paragraph(code:a)']],
    ['a reference link', '[a][r]\n\n[r]: /x', ['paragraph(hyperlink</x>(a))']],
    [
      'bare addresses',
      'www.a.uk, a@b.uk',
      ['paragraph(hyperlink<https://www.a.uk>(www.a.uk)|, |hyperlink<mailto:a@b.uk>(a@b.uk))'],
    ],
    [
      'no address in running text',
      'The end.It is in notes.md',
      ['paragraph(The end.It is in notes.md)'],
    ],
    [
      'footnotes as text',
      'a[^1]\n\n[^1]: https://b.uk',
      ['paragraph(a[^1])', 'paragraph([^1]: |hyperlink<https://b.uk>(https://b.uk))'],
    ],
    [
      'task lists as text',
      '- [ ] a\n- [x] b',
      ['unordered-list(list-item(paragraph([ ] a))|list-item(paragraph([x] b)))'],
    ],
    [
      'nested lists',
      '1. a\n   - b',
      ['ordered-list(list-item(paragraph(a)|unordered-list(list-item(paragraph(b)))))'],
    ],
    [
      'a table with header cells',
      '|a|b|\n|-|-|\n|1|2|',
      [
        'table(table-row(table-header-cell(paragraph(a))|table-header-cell(paragraph(b)))|table-row(table-cell(paragraph(1))|table-cell(paragraph(2))))',
      ],
    ],
    ['a quote', '> a\n\n---', ['blockquote(paragraph(a))', 'hr()']],
    [
      'tabs, CRLF and emoji',
      '-\ta\r\n-\t🚗\r\n',
      ['unordered-list(list-item(paragraph(a))|list-item(paragraph(🚗)))'],
    ],
    ['HTML line breaks', 'a<br>b', ['paragraph(a\\nb)']],
    ['escapes and entities', '\\* &amp; &copy;', ['paragraph(* & ©)']],
  ])('converts %s', (_, text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
  });

  test.each([
    ['alone', '![a](p.png)', ['embedded-asset-block<p.png>()']],
    [
      'within text',
      'b ![a](p.png) c',
      ['paragraph(b)', 'embedded-asset-block<p.png>()', 'paragraph(c)'],
    ],
    ['in a heading', '# b ![a](p.png)', ['heading-1(b )', 'embedded-asset-block<p.png>()']],
    [
      'in a cell',
      '|a|\n|-|\n|![a](p.png) b|',
      [
        'table(table-row(table-header-cell(paragraph(a)))|table-row(table-cell(embedded-asset-block<p.png>()|paragraph(b))))',
      ],
    ],
    ['in a link', '[![a](p.png)](/x)', ['embedded-asset-block<p.png>()']],
  ])('makes a picture %s a block of its own', (_, text, blocks) => {
    expect(blocksOf(text)).toEqual(blocks);
    expect(listPictures(parseMarkdown(text, 1))).toEqual(['p.png']);
  });

  test('names raw HTML with its line in the file and keeps the text around it', () => {
    const text = 'one\n<b>two</b>\n\n<div>\nthree\n</div>\n\n<!-- four -->';
    expect(blocksOf(text)).toEqual(['paragraph(one two)']);
    expect(issuesOf(text, 7)).toEqual([
      '8: The website does not show HTML, so readers do not see this: <b>',
      '10: The website does not show HTML, so readers do not see this block: <div> three </div>',
    ]);
  });

  test('names links and pictures that lead nowhere, and keeps the words', () => {
    const text = 'one\n[two](bad) ![three](bad.png)\n\n[![four](p.png)](/x)\n\n3. five';
    expect(blocksOf(text)[0]).toBe('paragraph(one |plain-text(two)| )');
    expect(issuesOf(text)).toEqual([
      '2: The link to "bad" leads nowhere. Readers see its words as plain text.',
      '2: Readers do not see the picture "bad.png": it is not there.',
      '4: The picture "p.png" cannot be a link: readers see it without one.',
      '6: This list starts at 3. The website numbers every list from 1.',
    ]);
  });

  test.each([
    [
      'lists',
      Array.from({ length: 5000 }, (_, level) => `${' '.repeat(2 * level)}- w${level}`).join('\n'),
    ],
    ['quotes', `${'> '.repeat(5000)}w0`],
    ['quotes in lists', `${Array.from({ length: 60 }, () => '- > ').join('')}w0`],
  ])('keeps the text of 5,000 levels of %s, names them and goes on', (_, text) => {
    const { document, issues } = convert(`${text}\n\nThe end.`);
    const shown = normalizeRichText(document, () => TARGET);
    const words = plainText(shown).match(/w\d+/g);
    expect(words).toEqual(text.match(/w\d+/g));
    expect(outline(document)).toMatch(/\|paragraph\(The end\.\)\)$/);
    expect(issues[0]?.text).toMatch(/^Lists or quotes are nested too deeply/);
  });

  test('keeps the words of marks that are nested too deeply', () => {
    const text = `${'*a **b '.repeat(200)}c${'** d*'.repeat(200)}`;
    const shown = normalizeRichText(convert(text).document, () => TARGET);
    expect(plainText(shown).match(/[a-d]/g)).toEqual(text.match(/[a-d]/g));
  });

  test('keeps every level that the normaliser of rich text takes', () => {
    const text = Array.from({ length: 19 }, (_, level) => `${' '.repeat(2 * level)}- w${level}`);
    const document = normalizeRichText(convert(text.join('\n')).document, () => TARGET);
    expect(document && plainText(document)).toContain('w18');
    expect(issuesOf(text.join('\n'))).toEqual([]);
  });

  test('converts 1 MB of text, and names the line from which readers do not see it', () => {
    const text = 'Some words in *one* sentence.\n\n'.repeat(32_000);
    const { document, issues } = convert(text);
    expect(document.content).toHaveLength(32_000);
    expect(issues).toMatchObject([{ text: expect.stringContaining('too long') }]);
    const shown = normalizeRichText(document, () => TARGET);
    const shownLines = 2 * ((shown as { content: unknown[] } | null)?.content.length ?? 0);
    expect(Math.abs((issues[0]?.line ?? 0) - shownLines)).toBeLessThan(5);
  });
});
