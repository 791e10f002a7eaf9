import { assetLink, entryLink, type RichTextNode } from './format.ts';

/** Running text: a plain string stands for unmarked text. */
type Inline = string | RichTextNode;

type Mark =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'code'
  | 'superscript'
  | 'subscript'
  | 'strikethrough';

function node(
  nodeType: string,
  content: RichTextNode[],
  data: Record<string, unknown> = {},
): RichTextNode {
  return { nodeType, data, content };
}

/** Text with marks. */
export function marked(value: string, ...marks: Mark[]): RichTextNode {
  return { nodeType: 'text', data: {}, value, marks: marks.map((type) => ({ type })) };
}

function running(inlines: Inline[]): RichTextNode[] {
  return inlines.map((inline) => (typeof inline === 'string' ? marked(inline) : inline));
}

/** Blocks in a list item, a quote or a cell: running text becomes a paragraph. */
function blocks(content: (Inline | RichTextNode)[]): RichTextNode[] {
  return content.map((part) =>
    typeof part === 'string' || part.nodeType === 'text' ? p(part) : part,
  );
}

export function doc(...content: RichTextNode[]): RichTextNode {
  return node('document', content);
}

export function p(...inlines: Inline[]): RichTextNode {
  return node('paragraph', running(inlines));
}

/** A heading as the editor chooses it, 1 to 6; pages show it one level lower. */
export function h(level: 1 | 2 | 3 | 4 | 5 | 6, ...inlines: Inline[]): RichTextNode {
  return node(`heading-${level}`, running(inlines));
}

/** A list item of several blocks, for instance a paragraph and a nested list. */
export function li(...content: (string | RichTextNode)[]): RichTextNode {
  return node('list-item', blocks(content));
}

function items(content: (string | RichTextNode)[]): RichTextNode[] {
  return content.map((item) =>
    typeof item === 'object' && item.nodeType === 'list-item' ? item : li(item),
  );
}

export function ul(...content: (string | RichTextNode)[]): RichTextNode {
  return node('unordered-list', items(content));
}

export function ol(...content: (string | RichTextNode)[]): RichTextNode {
  return node('ordered-list', items(content));
}

export function quote(...inlines: Inline[]): RichTextNode {
  return node('blockquote', [p(...inlines)]);
}

export function hr(): RichTextNode {
  return node('hr', []);
}

/** A table whose first row holds header cells. */
export function table(header: string[], ...rows: (string | RichTextNode)[][]): RichTextNode {
  const row = (kind: string, cells: (string | RichTextNode)[]) =>
    node(
      'table-row',
      cells.map((cell) => node(kind, blocks([cell]))),
    );
  return node('table', [
    row('table-header-cell', header),
    ...rows.map((cells) => row('table-cell', cells)),
  ]);
}

export function link(uri: string, ...inlines: Inline[]): RichTextNode {
  return node('hyperlink', running(inlines), { uri });
}

/** A link in running text to another post, by entry id. */
export function postLink(id: string, ...inlines: Inline[]): RichTextNode {
  return node('entry-hyperlink', running(inlines), { target: entryLink(id) });
}

/** Another post in running text, shown under its own title. */
export function postMention(id: string): RichTextNode {
  return node('embedded-entry-inline', [], { target: entryLink(id) });
}

/** Another post as a block of its own. */
export function postCard(id: string): RichTextNode {
  return node('embedded-entry-block', [], { target: entryLink(id) });
}

/** A link in running text to a file, by asset id. */
export function fileLink(id: string, ...inlines: Inline[]): RichTextNode {
  return node('asset-hyperlink', running(inlines), { target: assetLink(id) });
}

/** A picture or a file as a block of its own. */
export function asset(id: string): RichTextNode {
  return node('embedded-asset-block', [], { target: assetLink(id) });
}
