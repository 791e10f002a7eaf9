/** A node of a rich-text document on its way to being complete. */
export interface Node {
  nodeType: string;
  data: Record<string, unknown>;
  content?: Node[];
  value?: string;
  marks?: { type: string }[];
}

/** What a node may contain. */
type Children = 'blocks' | 'inlines' | 'texts' | 'items' | 'rows' | 'cells' | 'none';

/**
 * What each node type may hold, after Contentful's rules for rich text. Types that are not here are
 * replaced by their children.
 */
export const CHILDREN = new Map<string, Children>([
  ['paragraph', 'inlines'],
  ['heading-1', 'inlines'],
  ['heading-2', 'inlines'],
  ['heading-3', 'inlines'],
  ['heading-4', 'inlines'],
  ['heading-5', 'inlines'],
  ['heading-6', 'inlines'],
  ['ordered-list', 'items'],
  ['unordered-list', 'items'],
  ['list-item', 'blocks'],
  ['blockquote', 'blocks'],
  ['hr', 'none'],
  ['table', 'rows'],
  ['table-row', 'cells'],
  ['table-cell', 'blocks'],
  ['table-header-cell', 'blocks'],
  ['hyperlink', 'texts'],
  ['entry-hyperlink', 'texts'],
  ['asset-hyperlink', 'texts'],
  ['embedded-entry-inline', 'none'],
  ['embedded-entry-block', 'none'],
  ['embedded-asset-block', 'none'],
]);

const INLINE = new Set([
  'text',
  'hyperlink',
  'entry-hyperlink',
  'asset-hyperlink',
  'embedded-entry-inline',
]);
export const CELLS = new Set(['table-cell', 'table-header-cell']);
/** Meaningless outside a list or table, where their content takes their place. */
const PARTS = new Set(['list-item', 'table-row', ...CELLS]);
/** Moves misplaced nodes to where they are allowed. */
export function place(allowed: Children, nodes: Node[]): Node[] {
  switch (allowed) {
    case 'blocks':
      return paragraphs(
        nodes.flatMap((node) =>
          PARTS.has(node.nodeType) ? place('blocks', node.content ?? []) : [node],
        ),
      );
    case 'inlines':
      return nodes.flatMap((node) =>
        INLINE.has(node.nodeType) ? [node] : place('inlines', node.content ?? []),
      );
    case 'texts':
      return nodes.flatMap((node) =>
        node.nodeType === 'text' ? [node] : place('texts', node.content ?? []),
      );
    case 'items':
      return nodes.map((node) =>
        node.nodeType === 'list-item'
          ? node
          : { nodeType: 'list-item', data: {}, content: place('blocks', [node]) },
      );
    case 'rows':
      return nodes.filter((node) => node.nodeType === 'table-row');
    case 'cells':
      return nodes.filter((node) => CELLS.has(node.nodeType));
    case 'none':
      return [];
  }
}

/** Wraps loose text between blocks in a paragraph. */
function paragraphs(nodes: Node[]): Node[] {
  const blocks: Node[] = [];
  let open: Node[] | null = null;
  for (const node of nodes) {
    if (!INLINE.has(node.nodeType)) {
      blocks.push(node);
      open = null;
    } else if (open) open.push(node);
    else {
      open = [node];
      blocks.push({ nodeType: 'paragraph', data: {}, content: open });
    }
  }
  return blocks;
}
