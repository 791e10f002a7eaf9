import {
  documentToReactComponents,
  type NodeRenderer,
  type RenderMark,
} from '@contentful/rich-text-react-renderer';
import { BLOCKS, INLINES, type Inline, MARKS } from '@contentful/rich-text-types';
import { whole } from '../ui/whole.tsx';
import type { PostSummary } from './post.ts';
import './excerpt.css';

/**
 * Marks by their meaning rather than their look. A mark that is not listed leaves its text plain.
 */
export const renderMark: RenderMark = {
  [MARKS.BOLD]: (text) => <strong>{text}</strong>,
  [MARKS.ITALIC]: (text) => <em>{text}</em>,
  [MARKS.UNDERLINE]: (text) => <u>{text}</u>,
  [MARKS.CODE]: (text) => <code>{text}</code>,
  [MARKS.SUPERSCRIPT]: (text) => <sup>{text}</sup>,
  [MARKS.SUBSCRIPT]: (text) => <sub>{text}</sub>,
  [MARKS.STRIKETHROUGH]: (text) => <s>{text}</s>,
};

// One run of text, so that the clamp counts lines whatever blocks the editor used, and without
// links: the card has one already.
const block: NodeRenderer = (_node, children) => <>{children} </>;
const inline: NodeRenderer = (_node, children) => <>{children}</>;
const asOneRun = {
  renderMark,
  renderText: whole,
  renderNode: Object.fromEntries([
    ...Object.values(BLOCKS).map((type) => [type, block]),
    ...[BLOCKS.DOCUMENT, ...Object.values(INLINES)].map((type) => [type, inline]),
    [INLINES.EMBEDDED_ENTRY, (node: Inline) => node.data.target.title],
  ]),
};

/** A post's excerpt in a card, clamped to 3 lines. */
export function Excerpt({ excerpt }: Pick<PostSummary, 'excerpt'>) {
  if (!excerpt) return null;
  return (
    <p className="excerpt">
      {typeof excerpt === 'string' ? whole(excerpt) : documentToReactComponents(excerpt, asOneRun)}
    </p>
  );
}
