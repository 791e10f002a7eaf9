import { plainText } from '../../../shared/blog/plain-text.ts';
import type { RichText } from '../../../shared/blog/post.ts';

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
export const CHILDREN = new Map<string, Children>(
  Object.entries({
    inlines: 'paragraph heading-1 heading-2 heading-3 heading-4 heading-5 heading-6',
    items: 'ordered-list unordered-list',
    blocks: 'list-item blockquote table-cell table-header-cell',
    rows: 'table',
    cells: 'table-row',
    texts: 'hyperlink entry-hyperlink asset-hyperlink',
    none: 'hr embedded-entry-inline embedded-entry-block embedded-asset-block',
  } satisfies Record<Children, string>).flatMap(([allowed, types]) =>
    types.split(' ').map((type) => [type, allowed as Children] as const),
  ),
);

const INLINE = new Set(
  'text hyperlink entry-hyperlink asset-hyperlink embedded-entry-inline'.split(' '),
);
export const CELLS = new Set(['table-cell', 'table-header-cell']);
/** Meaningless outside a list or table, where their content takes their place. */
const PARTS = new Set(['list-item', 'table-row', ...CELLS]);
/** Moves misplaced nodes to where they are allowed. */
export function place(allowed: Children, nodes: Node[]): Node[] {
  switch (allowed) {
    case 'blocks':
      return paragraphs(lifted(nodes, (type) => !PARTS.has(type)));
    case 'inlines':
      return lifted(nodes, (type) => INLINE.has(type));
    case 'texts':
      return lifted(nodes, (type) => type === 'text');
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

/** The nodes that fit, and in place of any other what fits inside it. */
function lifted(nodes: Node[], fits: (type: string) => boolean): Node[] {
  return nodes.flatMap((node) => (fits(node.nodeType) ? [node] : lifted(node.content ?? [], fits)));
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

/**
 * Gives headings levels without gaps: the first is level 1, and each is at most one level below the
 * heading it belongs to, whatever level a post begins with. An empty heading is not shown and does
 * not count.
 */
export function closeHeadingGaps(blocks: Node[]): void {
  const open: number[] = [];
  const walk = (node: Node) => {
    const level = Number(/^heading-(\d)$/.exec(node.nodeType)?.[1] ?? 0);
    if (level === 0) node.content?.forEach(walk);
    else if (plainText(node as unknown as RichText)) {
      while ((open.at(-1) ?? 0) >= level) open.pop();
      node.nodeType = `heading-${open.push(level)}`;
    }
  };
  blocks.forEach(walk);
}
