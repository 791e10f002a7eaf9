import type { Token } from 'markdown-it';
import { cutText } from '../../../shared/cut-text.ts';
import { TOO_DEEP } from './markdown-reader.ts';
import { type RawNode, RichTextBuilder } from './rich-text-builder.ts';
import { UnusableReference } from './unusable-reference.ts';

/** A part of a file that readers do not see, or not as it is written. */
export interface FileIssue {
  /** The line in the file, from 1. */
  line: number;
  text: string;
}

/** The targets of links and pictures. Each function throws an `UnusableReference`. */
export interface References {
  /** Returns the type and the data of a link's node. */
  findLink(href: string): { nodeType: string; data: Record<string, unknown> };
  /** Returns the id of the asset for a picture. */
  findPicture(src: string, description: string, caption: string): string;
}

/** State while the tokens of a text are converted. */
interface Conversion {
  builder: RichTextBuilder;
  references: References;
  addIssue(text: string): void;
}

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

type Handler = (token: Token, conversion: Conversion) => void;

const openNode =
  (nodeType: string): Handler =>
  (_, { builder }) =>
    builder.openNode(nodeType);
const closeNode: Handler = (_, { builder }) => builder.closeNode();
const closeText: Handler = (_, { builder }) => builder.closeText();
const closeCell: Handler = (_, { builder }) => builder.closeCell();
const openMark =
  (mark: string): Handler =>
  (_, { builder }) =>
    builder.openMark(mark);
const closeMark: Handler = (_, { builder }) => builder.closeMark();
const ignore: Handler = () => {};

const openParagraph: Handler = ({ meta }, { builder, addIssue }) => {
  builder.openNode('paragraph');
  if (meta === TOO_DEEP)
    addIssue('Lists or quotes are nested too deeply: readers see what follows in them as text.');
};

const openOrderedList: Handler = (token, conversion) => {
  conversion.builder.openNode('ordered-list');
  const start = attributeOf(token, 'start');
  if (start)
    conversion.addIssue(`This list starts at ${start}. The website numbers every list from 1.`);
};

/** A block of program text: rich text has a mark for it, and keeps its line breaks. */
const addCodeBlock: Handler = ({ content }, { builder }) => {
  builder.openNode('paragraph');
  builder.addText(content.replace(/\n+$/, ''), 'code');
  builder.closeNode();
};

const NEVER_SHOWN = 'The website does not show HTML, so readers do not see';

const addHtmlBlock: Handler = ({ content }, { addIssue }) => {
  const html = content.trim();
  if (!/^<!--[\s\S]*-->$/.test(html)) addIssue(`${NEVER_SHOWN} this block: ${quote(html)}`);
};

const addInlineHtml: Handler = ({ content }, { builder, addIssue }) => {
  if (/^<br\s*\/?>$/i.test(content)) builder.addText('\n');
  else if (!/^<(?:\/|!--)/.test(content)) addIssue(`${NEVER_SHOWN} this: ${quote(content)}`);
};

const quote = (text: string) => cutText(text.replace(/\s+/g, ' '), 60);

const openLink: Handler = (token, { builder, references, addIssue }) => {
  const href = attributeOf(token, 'href');
  try {
    const { nodeType, data } = references.findLink(href);
    builder.openNode(nodeType, data);
  } catch (error) {
    if (!(error instanceof UnusableReference)) throw error;
    addIssue(
      `The link to "${safeDecodeUri(href)}" ${error.message}. Readers see its words as plain text.`,
    );
    builder.openNode(PLAIN_TEXT);
  }
};

/** A node that rich text does not know: its content takes its place. */
const PLAIN_TEXT = 'plain-text';

const addPicture: Handler = (token, { builder, references, addIssue }) => {
  const src = attributeOf(token, 'src');
  const description = (token.children ?? []).map(({ content }) => content).join('');
  const caption = attributeOf(token, 'title');
  try {
    const id = references.findPicture(safeDecodeUri(src), description, caption);
    const target = { sys: { type: 'Link', linkType: 'Asset', id } };
    builder.addNode('embedded-asset-block', { target });
    if (builder.isInLink)
      addIssue(`The picture "${safeDecodeUri(src)}" cannot be a link: readers see it without one.`);
  } catch (error) {
    if (!(error instanceof UnusableReference)) throw error;
    addIssue(`Readers do not see the picture "${safeDecodeUri(src)}": it ${error.message}.`);
  }
};

/** Returns an address as it is written in the file; markdown-it encodes it. */
function safeDecodeUri(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

type ContainerType =
  | 'paragraph'
  | 'heading'
  | 'blockquote'
  | 'bullet_list'
  | 'ordered_list'
  | 'list_item'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'em'
  | 'strong'
  | 's'
  | 'link';
type LeafType =
  | 'inline'
  | 'fence'
  | 'code_block'
  | 'html_block'
  | 'hr'
  | 'text'
  | 'text_special'
  | 'softbreak'
  | 'hardbreak'
  | 'code_inline'
  | 'html_inline'
  | 'image';

/** Every type of token that markdown-it makes, with what it becomes in rich text. */
const HANDLERS = {
  paragraph_open: openParagraph,
  paragraph_close: closeText,
  heading_open: ({ tag }, { builder }) => builder.openNode(`heading-${tag.slice(1)}`),
  heading_close: closeText,
  blockquote_open: openNode('blockquote'),
  blockquote_close: closeNode,
  bullet_list_open: openNode('unordered-list'),
  bullet_list_close: closeNode,
  ordered_list_open: openOrderedList,
  ordered_list_close: closeNode,
  list_item_open: openNode('list-item'),
  list_item_close: closeNode,
  table_open: openNode('table'),
  table_close: closeNode,
  thead_open: ignore,
  thead_close: ignore,
  tbody_open: ignore,
  tbody_close: ignore,
  tr_open: openNode('table-row'),
  tr_close: closeNode,
  th_open: openNode('table-header-cell'),
  th_close: closeCell,
  td_open: openNode('table-cell'),
  td_close: closeCell,
  em_open: openMark('italic'),
  em_close: closeMark,
  strong_open: openMark('bold'),
  strong_close: closeMark,
  s_open: openMark('strikethrough'),
  s_close: closeMark,
  link_open: openLink,
  link_close: closeNode,
  inline: ({ children }, conversion) => handleTokens(children ?? [], conversion),
  fence: addCodeBlock,
  code_block: addCodeBlock,
  html_block: addHtmlBlock,
  hr: (_, { builder }) => builder.addNode('hr'),
  text: ({ content }, { builder }) => builder.addText(content),
  text_special: ({ content }, { builder }) => builder.addText(content),
  softbreak: (_, { builder }) => builder.addText(' '),
  hardbreak: (_, { builder }) => builder.addText('\n'),
  code_inline: ({ content }, { builder }) => builder.addText(content, 'code'),
  html_inline: addInlineHtml,
  image: addPicture,
} satisfies Record<`${ContainerType}_open` | `${ContainerType}_close` | LeafType, Handler>;

function handleTokens(tokens: readonly Token[], conversion: Conversion): void {
  const { builder } = conversion;
  for (const token of tokens) {
    if (token.map) builder.line = token.map[0] + 1;
    HANDLERS[token.type as keyof typeof HANDLERS](token, conversion);
    if (token.type === 'softbreak' || token.type === 'hardbreak') builder.line += 1;
    else if (token.type === 'html_inline') builder.line += token.content.split('\n').length - 1;
  }
}

/** Lists the pictures of a text as their paths are written. */
export function listPictures(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ children }) =>
    (children ?? [])
      .filter(({ type }) => type === 'image')
      .map((token) => safeDecodeUri(attributeOf(token, 'src'))),
  );
}

/**
 * Converts Markdown to a document of the content service's rich text. Blocks and links carry the
 * line on which they begin in `data.line`.
 */
export function convertTokens(
  tokens: readonly Token[],
  references: References,
): { document: RawNode; issues: FileIssue[] } {
  const builder = new RichTextBuilder();
  const issues: FileIssue[] = [];
  const addIssue = (text: string) => void issues.push({ line: builder.line, text });
  handleTokens(tokens, { builder, references, addIssue });
  const { lastShownLine: line } = builder;
  if (line) issues.push({ line, text: 'The text is too long: readers do not see what follows.' });
  return { document: builder.document, issues };
}
