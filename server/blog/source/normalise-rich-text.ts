import type { LinkTarget, RichText } from '../../../shared/blog/post.ts';
import { linkAddress } from '../../../shared/blog/rich-text/link-address.ts';
import { isRecord } from './record.ts';

interface Node {
  nodeType: string;
  data: Record<string, unknown>;
  content?: Node[];
  value?: string;
  marks?: { type: string }[];
}

/**
 * What a link of the document leads to; null when that is not published or not shown on this site.
 */
export type FindTarget = (link: unknown) => LinkTarget | null;

type Children = 'blocks' | 'inlines' | 'texts' | 'items' | 'rows' | 'cells' | 'none';

/**
 * What each node type may hold, after Contentful's rules for rich text. Types that are not here are
 * replaced by their children.
 */
const CHILDREN = new Map<string, Children>([
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
const CELLS = new Set(['table-cell', 'table-header-cell']);
/** Meaningless outside their list or table: there their content takes their place. */
const PARTS = new Set(['list-item', 'table-row', ...CELLS]);
const MARKS = new Set([
  'bold',
  'italic',
  'underline',
  'code',
  'superscript',
  'subscript',
  'strikethrough',
]);

/** No editor nests deeper; a hostile document must not exhaust the stack. */
const DEPTH_LIMIT = 50;

/**
 * Makes a document that can be rendered without a further check: complete nodes in permitted
 * places, permitted addresses, links and embeds with the target they were resolved to. What cannot
 * be shown is left out, its text is kept.
 * @returns null for what is no document or holds nothing
 */
export function normaliseRichText(document: unknown, findTarget: FindTarget): RichText | null {
  if (!isRecord(document) || document.nodeType !== 'document') return null;
  const blocks = place('blocks', nodesOf(document.content, findTarget, 1));
  // "A rich-text document with two or more blocks has its last block dropped if that block is an
  // empty paragraph."
  if (blocks.length >= 2 && isEmptyParagraph(blocks.at(-1) as Node)) blocks.pop();
  if (blocks.every(isEmptyParagraph)) return null;
  return { nodeType: 'document', data: {}, content: blocks } as unknown as RichText;
}

function isEmptyParagraph(node: Node): boolean {
  return node.nodeType === 'paragraph' && (node.content ?? []).every((child) => child.value === '');
}

function nodesOf(content: unknown, findTarget: FindTarget, depth: number): Node[] {
  if (!Array.isArray(content) || depth > DEPTH_LIMIT) return [];
  return content.flatMap((child) => normaliseNode(child, findTarget, depth));
}

/** One node, none, or, for a node that cannot stay, its children. */
function normaliseNode(raw: unknown, findTarget: FindTarget, depth: number): Node[] {
  if (!isRecord(raw) || typeof raw.nodeType !== 'string') return [];
  const { nodeType } = raw;
  if (nodeType === 'text') return typeof raw.value === 'string' ? [text(raw.value, raw.marks)] : [];
  const inside = nodesOf(raw.content, findTarget, depth + 1);
  const allowed = CHILDREN.get(nodeType);
  const data = dataOf(nodeType, isRecord(raw.data) ? raw.data : {}, findTarget);
  if (allowed === undefined || data === null) return inside;
  const content = place(allowed, inside);
  const structure =
    allowed === 'items' || allowed === 'rows' || allowed === 'cells' || allowed === 'texts';
  return structure && content.length === 0 ? [] : [{ nodeType, data, content }];
}

function text(value: string, marks: unknown): Node {
  const types = Array.isArray(marks)
    ? marks.map((mark: unknown) => (isRecord(mark) ? mark.type : undefined))
    : [];
  const known = [...new Set(types)].filter(
    (type): type is string => typeof type === 'string' && MARKS.has(type),
  );
  return { nodeType: 'text', data: {}, value, marks: known.map((type) => ({ type })) };
}

/** @returns null when the node is nothing without its address or target */
function dataOf(
  nodeType: string,
  data: Record<string, unknown>,
  findTarget: FindTarget,
): Record<string, unknown> | null {
  if (nodeType === 'hyperlink') {
    const uri = linkAddress(data.uri);
    return uri === null ? null : { uri };
  }
  if (nodeType.startsWith('embedded-') || nodeType.endsWith('-hyperlink')) {
    const target = findTarget(data.target);
    return target === null ? null : { target };
  }
  if (CELLS.has(nodeType)) {
    const spans = ['colspan', 'rowspan']
      .filter((name) => isSpan(data[name]))
      .map((name) => [name, data[name]]);
    return Object.fromEntries(spans);
  }
  return {};
}

/** The HTML standard's limit of a span. */
function isSpan(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000;
}

/** Puts nodes that an editor's tool placed wrongly where they may stand. */
function place(allowed: Children, nodes: Node[]): Node[] {
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

/** Running text between blocks becomes a paragraph. */
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
