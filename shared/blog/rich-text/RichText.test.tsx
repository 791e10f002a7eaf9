import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import type { LinkTarget, RichText as RichTextDocument } from '../post.ts';
import { RichText } from './RichText.tsx';

interface Node {
  nodeType: string;
  data: Record<string, unknown>;
  content?: Node[];
  value?: string;
  marks?: { type: string }[];
}

const node = (
  nodeType: string,
  content: Node[] = [],
  data: Record<string, unknown> = {},
): Node => ({ nodeType, data, content });
const text = (value: string, ...marks: string[]): Node => ({
  nodeType: 'text',
  data: {},
  value,
  marks: marks.map((type) => ({ type })),
});
const p = (...content: (string | Node)[]): Node =>
  node(
    'paragraph',
    content.map((part) => (typeof part === 'string' ? text(part) : part)),
  );

function html(...content: Node[]): string {
  const document = node('document', content) as unknown as RichTextDocument;
  return renderToStaticMarkup(
    <MemoryRouter>
      <RichText document={document} />
    </MemoryRouter>,
  );
}

const POST: LinkTarget = {
  kind: 'post',
  slug: 'hit while parked',
  title: 'Hit while parked?',
  excerpt: 'Start here.',
  image: null,
};
const PICTURE = {
  url: '//images.ctfassets.net/s/a/b/car.jpg',
  width: 1600,
  height: 900,
  alt: 'A car',
};
const IMAGE: LinkTarget = { kind: 'image', picture: PICTURE, title: 'car', caption: 'The car' };
const FILE: LinkTarget = {
  kind: 'file',
  url: '/downloads/card.pdf',
  title: 'Details card',
  contentType: 'application/pdf',
};

describe('headings and lists', () => {
  test('headings 1 to 6 stand one level below the heading of the page', () => {
    const levels = [1, 2, 3, 4, 5, 6].map((level) => html(node(`heading-${level}`, [text('x')])));
    expect(levels).toEqual([
      '<h2 id="x">x</h2>',
      '<h3 id="x">x</h3>',
      '<h4 id="x">x</h4>',
      '<h5 id="x">x</h5>',
      '<h6 id="x">x</h6>',
      '<h6 id="x">x</h6>',
    ]);
  });

  test('a heading without text is left out', () => {
    expect(html(node('heading-2', [text(' ')]), p('x'))).toBe('<p>x</p>');
  });

  test('lists nest', () => {
    const inner = node('ordered-list', [node('list-item', [p('b')])]);
    expect(html(node('unordered-list', [node('list-item', [p('a'), inner])]))).toBe(
      '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>',
    );
  });
});

describe('tables', () => {
  const headerOf = (...names: string[]) =>
    node(
      'table-row',
      names.map((name) => node('table-header-cell', [p(name)])),
    );

  test("a first row of header cells heads the columns and names the table's scroller", () => {
    expect(html(node('table', [headerOf('A', 'B', 'C', 'D', 'E')]))).toContain(
      '<div class="table-scroller" role="region" aria-label="Table: A, B, C, D, E" tabindex="0"><table>',
    );
  });

  test('tables with the same columns have names of their own', () => {
    const table = node('table', [headerOf('A', 'B', 'C', 'D', 'E')]);
    const labels = html(table, { ...table }).match(/aria-label="[^"]*"/g);
    expect(labels).toEqual([
      'aria-label="Table 1: A, B, C, D, E"',
      'aria-label="Table 2: A, B, C, D, E"',
    ]);
  });

  test('a narrow table with column headings is stacked on a phone with cell labels', () => {
    const header = headerOf('Stage', 'Who');
    const row = node('table-row', [
      node('table-cell', [p('Repair')]),
      node('table-cell', [p('Bodyshop')]),
    ]);
    expect(html(node('table', [header, row]))).toBe(
      '<div class="table-scroller"><table class="table--stacked">' +
        '<thead><tr><th scope="col"><p>Stage</p></th><th scope="col"><p>Who</p></th></tr></thead>' +
        '<tbody><tr><td data-column="Stage"><p>Repair</p></td><td data-column="Who"><p>Bodyshop</p></td></tr></tbody></table></div>',
    );
  });

  test('other header cells head rows, and tables with merged cells are not stacked', () => {
    const row = node('table-row', [
      node('table-header-cell', [p('Sum')]),
      node('table-cell', [p('1')], { colspan: 2 }),
    ]);
    const markup = html(node('table', [row]));
    expect(markup).toContain(
      '<tbody><tr><th scope="row"><p>Sum</p></th><td colSpan="2"><p>1</p></td></tr></tbody>',
    );
    expect(markup).toContain('aria-label="Table"');
    expect(markup).not.toContain('thead');
    expect(markup).not.toContain('table--stacked');
  });
});

test('quotes and rules are what they are', () => {
  expect(html(node('blockquote', [p('q')]), node('hr'))).toBe(
    '<blockquote><p>q</p></blockquote><hr/>',
  );
});

describe('text', () => {
  test.each([
    ['bold', '<strong>x</strong>'],
    ['italic', '<em>x</em>'],
    ['underline', '<u>x</u>'],
    ['code', '<code>x</code>'],
    ['superscript', '<sup>x</sup>'],
    ['subscript', '<sub>x</sub>'],
    ['strikethrough', '<s>x</s>'],
    ['sparkling', 'x'],
  ])('the mark %s is shown by its meaning, an unknown one as plain text', (mark, markup) => {
    expect(html(p(text('x', mark)))).toBe(`<p>${markup}</p>`);
  });

  test('several marks nest', () => {
    expect(html(p(text('x', 'bold', 'italic')))).toBe('<p><em><strong>x</strong></em></p>');
  });

  test('no line ends between a number and its unit, or inside a word with a hyphen', () => {
    expect(html(p('in 10 hours, by the at-fault insurer'))).toBe(
      '<p>in <span class="keep">10 hours</span>, by the <span class="keep">at-fault</span> insurer</p>',
    );
  });

  test('a line break in a text breaks the line', () => {
    expect(html(p('a\nb'))).toBe('<p>a<br/>b</p>');
  });
});

describe('links', () => {
  test.each([
    ['https://www.gov.uk/', 'https://www.gov.uk/'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:101', 'tel:101'],
    ['//cdn.example/x', '//cdn.example/x'],
    ['/credit-hire', '/credit-hire'],
    ['/#faq', '/#faq'],
    ['/downloads/card.pdf', '/downloads/card.pdf'],
    ['#top', '#top'],
  ])('a link may lead to %s', (uri, href) => {
    expect(html(p(node('hyperlink', [text('x')], { uri })))).toMatch(
      new RegExp(`^<p><a href="${href}"[^>]*>x</a></p>$`),
    );
  });

  test('entry and asset links lead to what they name', () => {
    expect(html(p(node('entry-hyperlink', [text('x')], { target: POST })))).toContain(
      '<a href="/blogs/hit%20while%20parked"',
    );
    expect(html(p(node('asset-hyperlink', [text('x')], { target: FILE })))).toContain(
      '<a href="/downloads/card.pdf">x</a>',
    );
    expect(html(p(node('asset-hyperlink', [text('x')], { target: IMAGE })))).toContain(
      '<a href="//images.ctfassets.net/s/a/b/car.jpg">x</a>',
    );
  });
});

describe('embeds', () => {
  test('an embedded picture has a caption and says how much room it needs', () => {
    const markup = html(node('embedded-asset-block', [], { target: IMAGE }));
    expect(markup).toMatch(
      /^<figure><img .*<figcaption class="fine">The car<\/figcaption><\/figure>$/,
    );
    expect(markup).toContain('alt="A car" loading="lazy"');
    expect(markup).toContain('width="800" height="450"');
  });

  test('an embedded file is a link that says what kind it is', () => {
    expect(html(node('embedded-asset-block', [], { target: FILE }))).toBe(
      '<p><a href="/downloads/card.pdf">Details card (PDF)</a></p>',
    );
  });

  test('a video of the content service is played here, one of any other host is a link', () => {
    const video = { ...FILE, title: 'How to', contentType: 'video/mp4' };
    const block = (url: string) =>
      html(node('embedded-asset-block', [], { target: { ...video, url } }));
    expect(block('//videos.ctfassets.net/a/b.mp4')).toMatch(
      /^<video class="rich__video" src="\/\/videos\.ctfassets\.net\/a\/b\.mp4" aria-label="How to" preload="none" controls=""><\/video>$/,
    );
    expect(block('//videos.example/b.mp4')).toContain(
      '<a href="//videos.example/b.mp4">How to (MP4)',
    );
  });

  test('an embedded post is a card, or a link in running text', () => {
    const card = html(node('embedded-entry-block', [], { target: POST }));
    expect(card).toMatch(
      /<a class="arrow" href="\/blogs\/hit%20while%20parked"[^>]*>Hit while parked\?<\/a><p class="excerpt">Start here\.<\/p>/,
    );
    expect(html(p('See ', node('embedded-entry-inline', [], { target: POST })))).toMatch(
      /<p>See <a href=[^>]+>Hit while parked\?<\/a><\/p>/,
    );
  });

  test('a page is a link, an entry without an address is its title', () => {
    const title: LinkTarget = { kind: 'title', title: 'Soup' };
    const button: LinkTarget = { kind: 'link', url: '/contact', title: 'Connect to sales' };
    const block = (target: LinkTarget) => html(node('embedded-entry-block', [], { target }));
    const inline = (target: LinkTarget) => html(p(node('embedded-entry-inline', [], { target })));
    const connect = '<a href="/contact">Connect to sales</a>';
    expect([block(button), inline(button)]).toEqual([`<p>${connect}</p>`, `<p>${connect}</p>`]);
    expect(html(p(node('entry-hyperlink', [text('x')], { target: button })))).toBe(
      '<p><a href="/contact">x</a></p>',
    );
    expect(block(title)).toBe('<p>Soup</p>');
    expect(inline(title)).toBe('<p>Soup</p>');
    expect(html(p(node('entry-hyperlink', [text('x')], { target: title })))).toBe('<p>x</p>');
  });
});

test('a node of an unknown kind shows what it contains', () => {
  expect(html(node('marquee', [p('a'), node('blink', [text('b')])]))).toBe('<p>a</p>b');
});

test('an empty document and an empty table are harmless', () => {
  expect(html()).toBe('');
  expect(html(node('table'))).toContain('<table><tbody></tbody></table>');
});
