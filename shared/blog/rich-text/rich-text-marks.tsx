import type { RenderMark } from '@contentful/rich-text-react-renderer';
import { MARKS } from '@contentful/rich-text-types';

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
