import { assetLink, entryLink, type RichTextNode } from './entries.ts';

/** Running text: a plain string stands for unmarked text. */
type Inline = string | RichTextNode;

export function node(
  nodeType: string,
  content: RichTextNode[],
  data: Record<string, unknown> = {},
): RichTextNode {
  return { nodeType, data, content };
}

export function text(value: string): RichTextNode {
  return { nodeType: 'text', data: {}, value, marks: [] };
}

function running(inlines: Inline[]): RichTextNode[] {
  return inlines.map((inline) => (typeof inline === 'string' ? text(inline) : inline));
}

/** Returns blocks for a list item, a quote or a cell: running text becomes a paragraph. */
function blocks(content: Inline[]): RichTextNode[] {
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

/** Returns a heading as the editor chooses it, 1 to 6; pages show it one level lower. */
export function h(level: 1 | 2 | 3 | 4 | 5 | 6, ...inlines: Inline[]): RichTextNode {
  return node(`heading-${level}`, running(inlines));
}

/** Returns a list whose items are paragraphs, or blocks as they are given. */
export function ul(...items: Inline[]): RichTextNode {
  const content = items.map((item) => node('list-item', blocks([item])));
  return node('unordered-list', content);
}

export function quote(...inlines: Inline[]): RichTextNode {
  return node('blockquote', [p(...inlines)]);
}

/** Returns a table whose first row holds header cells. */
export function table(header: string[], ...rows: Inline[][]): RichTextNode {
  const row = (kind: string, cells: Inline[]) =>
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

/** Returns another post as a block of its own. */
export function postCard(id: string): RichTextNode {
  return node('embedded-entry-block', [], { target: entryLink(id) });
}

/** Returns a picture or a file as a block of its own. */
export function asset(id: string): RichTextNode {
  return node('embedded-asset-block', [], { target: assetLink(id) });
}
