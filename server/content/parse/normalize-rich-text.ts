import { MARKS, TEXT_CONTAINERS, VOID_BLOCKS } from '@contentful/rich-text-types';
import { plainText } from '../../../shared/blog/plain-text.ts';
import type { LinkTarget, RichText } from '../../../shared/blog/post.ts';
import { cleanText, getPath, isRecord } from './entry-fields.ts';
import { normalizeHref } from './normalize-href.ts';

/** The target of a link; null when it is not published or not shown on this site. */
export type FindTarget = (link: unknown) => LinkTarget | null;

const KNOWN_MARKS = new Set<unknown>(Object.values(MARKS));

/** The deepest nesting, deeper than any editor's: a hostile document must not exhaust the stack. */
const MAX_DEPTH = 50;
/**
 * The size at which the rest of a document is left out, in characters of its JSON, roughly: twice
 * what an editor can write (200,000), so that embeds cannot make a page grow without limit.
 */
export const MAX_DOCUMENT_SIZE = 500_000;
/** The size of a node without its text. */
export const NODE_SIZE = 50;

/** State while a document is walked. */
interface WalkState {
  findTarget: FindTarget;
  /** The size by which the document may still grow. */
  remainingSize: number;
}

/**
 * Makes a document that can be rendered without further checks: complete nodes in permitted places,
 * permitted addresses, links and embeds with their resolved targets, headings from level 1 without
 * gaps. What cannot be shown is left out, but its text is kept.
 * @param size the size at which the rest is left out
 * @returns null for something that is not a document or is empty
 */
export function normalizeRichText(
  document: unknown,
  findTarget: FindTarget,
  size: number = MAX_DOCUMENT_SIZE,
): RichText | null {
  const walk = { findTarget, remainingSize: size };
  const isDocument = getPath(document, 'nodeType') === 'document';
  const content = isDocument ? blocks(nodesOf(getPath(document, 'content'), walk, 1)) : [];
  closeHeadingGaps(content);
  // docs/specification.md, section 3: an empty paragraph at the end of two or more blocks goes.
  if (content.length >= 2 && isEmptyParagraph(content.at(-1) as Node)) content.pop();
  if (content.every(isEmptyParagraph)) return null;
  return { nodeType: 'document', data: {}, content } as unknown as RichText;
}

const isEmptyParagraph = ({ nodeType, content = [] }: Node): boolean =>
  nodeType === 'paragraph' && content.every(({ value }) => value === '');

function nodesOf(content: unknown, walk: WalkState, depth: number): Node[] {
  const nodes: Node[] = [];
  if (!Array.isArray(content) || depth > MAX_DEPTH) return nodes;
  for (const child of content) {
    if (walk.remainingSize < 0) break;
    nodes.push(...normaliseNode(child, walk, depth));
  }
  return nodes;
}

/** Returns the node, nothing, or the children of a node that cannot stay. */
function normaliseNode(raw: unknown, walk: WalkState, depth: number): Node[] {
  walk.remainingSize -= NODE_SIZE;
  if (!isRecord(raw) || typeof raw.nodeType !== 'string') return [];
  const { nodeType } = raw;
  if (nodeType === 'text') {
    if (typeof raw.value !== 'string') return [];
    walk.remainingSize -= raw.value.length;
    return walk.remainingSize < 0 ? [] : [text(raw.value, raw.marks)];
  }
  const children = nodesOf(raw.content, walk, depth + 1);
  const place = CHILD_RULES.get(nodeType);
  const data = dataOf(nodeType, isRecord(raw.data) ? raw.data : {}, walk.findTarget);
  walk.remainingSize -=
    sizeOf(data?.target) + (typeof data?.uri === 'string' ? data.uri.length : 0);
  if (walk.remainingSize < 0 && data?.target) return children;
  if (place === undefined || data === null) return children;
  const content = place(children);
  // It would be a stop of the keyboard that no one can name (WCAG 2.4.4); a space of it stays.
  if (place === texts && content.every(isBlank)) return content;
  return content.length === 0 && REQUIRES_CHILDREN.has(place) ? [] : [{ nodeType, data, content }];
}

/** Tells whether readers see nothing of a text. */
const isBlank = ({ value = '' }: Node): boolean => /^[\s\p{Cf}\u2800\u3164]*$/u.test(value);

const sizes = new WeakMap<object, number>();

/** Returns the size of a target, which many nodes may share. */
function sizeOf(target: unknown): number {
  if (!isRecord(target)) return 0;
  const size = sizes.get(target) ?? JSON.stringify(target).length;
  sizes.set(target, size);
  return size;
}

function text(value: string, marks: unknown): Node {
  const types = new Set(Array.isArray(marks) ? marks.map((mark) => getPath(mark, 'type')) : []);
  const known = [...types].filter((type) => KNOWN_MARKS.has(type));
  const marked = known.map((type) => ({ type }));
  return { nodeType: 'text', data: {}, value: cleanText(value), marks: marked };
}

/**
 * Returns the data of a node.
 * @returns null when the node makes no sense without its URL or target
 */
function dataOf(
  nodeType: string,
  data: Record<string, unknown>,
  findTarget: FindTarget,
): Record<string, unknown> | null {
  if (nodeType === 'hyperlink') {
    const uri = normalizeHref(data.uri);
    return uri === null ? null : { uri };
  }
  if (nodeType.startsWith('embedded-') || nodeType.endsWith('-hyperlink')) {
    const target = findTarget(data.target);
    const isNameless =
      nodeType === 'embedded-entry-inline' && target?.kind === 'image' && !target.title;
    return target === null || isNameless ? null : { target };
  }
  const spans = CELLS.has(nodeType) ? ['colspan', 'rowspan'] : [];
  return Object.fromEntries(
    spans.filter((name) => isSpan(data[name])).map((name) => [name, data[name]]),
  );
}

/** Tells whether a value is a span of merged cells within the HTML standard's limit. */
const isSpan = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 1 && Number(value) <= 1000;

/** A node of a rich-text document on its way to being complete. */
interface Node {
  nodeType: string;
  data: Record<string, unknown>;
  content?: Node[];
  value?: string;
  marks?: { type: unknown }[];
}

const INLINE = new Set([
  'text',
  'hyperlink',
  'entry-hyperlink',
  'asset-hyperlink',
  'embedded-entry-inline',
]);
const CELLS = new Set(['table-cell', 'table-header-cell']);
/** Nodes without a meaning outside a list or table: their content takes their place there. */
const NESTED_ONLY_TYPES = new Set(['list-item', 'table-row', ...CELLS]);

/** A rule that moves misplaced nodes to where a node may hold them. */
type ChildRule = (nodes: Node[]) => Node[];

const blocks: ChildRule = (nodes) =>
  wrapInlineRuns(hoistAllowed(nodes, (type) => !NESTED_ONLY_TYPES.has(type)));
const inlines: ChildRule = (nodes) => hoistAllowed(nodes, (type) => INLINE.has(type));
const texts: ChildRule = (nodes) => hoistAllowed(nodes, (type) => type === 'text');
const rows: ChildRule = (nodes) => nodes.filter(({ nodeType }) => nodeType === 'table-row');
const cells: ChildRule = (nodes) => nodes.filter(({ nodeType }) => CELLS.has(nodeType));
const items: ChildRule = (nodes) =>
  nodes.map((node) =>
    node.nodeType === 'list-item'
      ? node
      : { nodeType: 'list-item', data: {}, content: blocks([node]) },
  );
const none: ChildRule = () => [];

/**
 * Rules for each type of node, after Contentful's for rich text. Unknown types are replaced by
 * their children.
 */
const CHILD_RULES = new Map<string, ChildRule>([
  ...TEXT_CONTAINERS.map((type): [string, ChildRule] => [type, inlines]),
  ...VOID_BLOCKS.map((type): [string, ChildRule] => [type, none]),
  ['ordered-list', items],
  ['unordered-list', items],
  ['list-item', blocks],
  ['blockquote', blocks],
  ['table-cell', blocks],
  ['table-header-cell', blocks],
  ['table', rows],
  ['table-row', cells],
  ['hyperlink', texts],
  ['entry-hyperlink', texts],
  ['asset-hyperlink', texts],
  ['embedded-entry-inline', none],
]);
/** Rules whose node is dropped when no child is left, such as a table without rows. */
const REQUIRES_CHILDREN = new Set([items, rows, cells, texts]);

/** Returns the nodes that fit, and in place of any other the fitting nodes inside it. */
function hoistAllowed(nodes: Node[], fits: (type: string) => boolean): Node[] {
  return nodes.flatMap((node) =>
    fits(node.nodeType) ? [node] : hoistAllowed(node.content ?? [], fits),
  );
}

/** Wraps loose text between blocks in a paragraph. */
function wrapInlineRuns(nodes: Node[]): Node[] {
  const result: Node[] = [];
  let open: Node[] | null = null;
  for (const node of nodes) {
    if (!INLINE.has(node.nodeType)) {
      result.push(node);
      open = null;
    } else if (open) open.push(node);
    else {
      open = [node];
      result.push({ nodeType: 'paragraph', data: {}, content: open });
    }
  }
  return result;
}

/**
 * Gives headings levels without gaps: the first is level 1, and each is at most one level below the
 * heading it belongs to, whatever level a post begins with. An empty heading is not shown and does
 * not count.
 */
function closeHeadingGaps(nodes: Node[]): void {
  const open: number[] = [];
  const walk = (node: Node) => {
    const level = Number(/^heading-(\d)$/.exec(node.nodeType)?.[1] ?? 0);
    if (level === 0) node.content?.forEach(walk);
    else if (plainText(node as unknown as RichText)) {
      while ((open.at(-1) ?? 0) >= level) open.pop();
      node.nodeType = `heading-${open.push(level)}`;
    }
  };
  nodes.forEach(walk);
}
