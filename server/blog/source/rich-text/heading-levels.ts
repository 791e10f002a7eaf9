import { plainText } from '../../../../shared/blog/plain-text.ts';
import type { RichText } from '../../../../shared/blog/post.ts';
import type { Node } from './rich-text-places.ts';

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
