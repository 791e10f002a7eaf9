import type { RichText } from './post.ts';

/**
 * The parts of a node that the walk reads: text carries `value`, everything else may carry
 * `content`.
 */
interface Node {
  nodeType: string;
  value?: string;
  data?: { target?: { title?: string; code?: string } };
  content?: readonly Node[];
}

const BREAKS_LINE = /^(?:paragraph|heading-\d|list-item|blockquote|table-cell|hr)$/;

function textOf(node: Node): string {
  if (node.nodeType === 'text') return node.value ?? '';
  if (node.nodeType === 'embedded-entry-inline') {
    const { code, title = '' } = node.data?.target ?? {};
    return code ?? title;
  }
  const inner = (node.content ?? []).map(textOf).join('');
  return BREAKS_LINE.test(node.nodeType) ? `${inner} ` : inner;
}

/**
 * Returns the plain text of an excerpt, for places that take no markup: descriptions, the feed,
 * structured data. White space is one space each.
 */
export function plainText(excerpt: string | RichText | null): string {
  if (excerpt === null) return '';
  return (typeof excerpt === 'string' ? excerpt : textOf(excerpt)).replace(/\s+/g, ' ').trim();
}

/**
 * Returns the first paragraph that says something, for a post without an excerpt; '' when there is
 * none.
 */
export function firstParagraph(content: RichText | null): string {
  const texts = (content?.content ?? []).filter(({ nodeType }) => nodeType === 'paragraph');
  return (
    texts.map((paragraph) => textOf(paragraph).replace(/\s+/g, ' ').trim()).find(Boolean) ?? ''
  );
}
