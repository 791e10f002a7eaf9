import type { LinkTarget, RichText } from '../../../shared/blog/post.ts';
import { linkAddress } from '../../../shared/blog/rich-text/link-address.ts';
import { isRecord } from './entry.ts';
import { CELLS, CHILDREN, closeHeadingGaps, type Node, place } from './rich-text-structure.ts';

/** The target of a link; null when it is not published or not shown on this site. */
export type FindTarget = (link: unknown) => LinkTarget | null;

const MARKS = new Set('bold italic underline code superscript subscript strikethrough'.split(' '));

/** Deeper than any editor nests; a hostile document must not exhaust the stack. */
const DEPTH_LIMIT = 50;
/**
 * Size at which the rest of a document is left out, in characters of its JSON, roughly. It is twice
 * what an editor can write (200,000 characters), so that embeds cannot make a page grow without
 * limit.
 */
const DOCUMENT_SIZE = 500_000;
/** Size of a node without its text. */
const NODE_SIZE = 50;

/** State while a document is walked. */
interface Walk {
  findTarget: FindTarget;
  /** How much more the document may grow. */
  room: number;
}

/**
 * Makes a document that can be rendered without further checks: complete nodes in permitted places,
 * permitted addresses, links and embeds with their resolved targets, headings from level 1 without
 * gaps. What cannot be shown is left out, but its text is kept.
 * @returns `text`: null for something that is not a document or is empty; `whole`: false when it
 * was longer than `size`
 */
export function normaliseRichText(
  document: unknown,
  findTarget: FindTarget,
  size: number = DOCUMENT_SIZE,
): { text: RichText | null; whole: boolean } {
  const walk = { findTarget, room: size };
  const text = documentOf(document, walk);
  return { text, whole: walk.room >= 0 };
}

function documentOf(document: unknown, walk: Walk): RichText | null {
  if (!isRecord(document) || document.nodeType !== 'document') return null;
  const blocks = place('blocks', nodesOf(document.content, walk, 1));
  closeHeadingGaps(blocks);
  // docs/specification.md, section 3: an empty paragraph at the end of two or more blocks goes.
  if (blocks.length >= 2 && isEmptyParagraph(blocks.at(-1) as Node)) blocks.pop();
  if (blocks.every(isEmptyParagraph)) return null;
  return { nodeType: 'document', data: {}, content: blocks } as unknown as RichText;
}

function isEmptyParagraph(node: Node): boolean {
  return node.nodeType === 'paragraph' && (node.content ?? []).every((child) => child.value === '');
}

function nodesOf(content: unknown, walk: Walk, depth: number): Node[] {
  const nodes: Node[] = [];
  if (!Array.isArray(content) || depth > DEPTH_LIMIT) return nodes;
  for (const child of content) {
    if (walk.room < 0) break;
    nodes.push(...normaliseNode(child, walk, depth));
  }
  return nodes;
}

/** One node, none, or the children of a node that cannot stay. */
function normaliseNode(raw: unknown, walk: Walk, depth: number): Node[] {
  walk.room -= NODE_SIZE;
  if (!isRecord(raw) || typeof raw.nodeType !== 'string') return [];
  const { nodeType } = raw;
  if (nodeType === 'text') {
    if (typeof raw.value !== 'string') return [];
    walk.room -= raw.value.length;
    return walk.room < 0 ? [] : [text(raw.value, raw.marks)];
  }
  const inside = nodesOf(raw.content, walk, depth + 1);
  const allowed = CHILDREN.get(nodeType);
  const data = dataOf(nodeType, isRecord(raw.data) ? raw.data : {}, walk.findTarget);
  walk.room -= sizeOf(data?.target) + (typeof data?.uri === 'string' ? data.uri.length : 0);
  if (walk.room < 0 && data?.target) return inside;
  if (allowed === undefined || data === null) return inside;
  const content = place(allowed, inside);
  const structure =
    allowed === 'items' || allowed === 'rows' || allowed === 'cells' || allowed === 'texts';
  return structure && content.length === 0 ? [] : [{ nodeType, data, content }];
}

const sizes = new WeakMap<object, number>();

/** Size of a target, which many nodes may share. */
function sizeOf(target: unknown): number {
  if (!isRecord(target)) return 0;
  const size = sizes.get(target) ?? JSON.stringify(target).length;
  sizes.set(target, size);
  return size;
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

/** @returns null when the node makes no sense without its address or target */
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

/** The HTML standard's limit for a span. */
function isSpan(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 1000;
}
