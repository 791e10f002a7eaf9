import MarkdownIt, { type StateBlock, type Token } from 'markdown-it';

/**
 * The deepest nesting of blocks: a list takes two levels. What lies deeper is text, since the
 * normaliser of rich text drops what lies deeper than 50 nodes.
 */
const MAX_BLOCK_NESTING = 40;
/** The deepest nesting of blocks and the marks in them together: deeper ones are text. */
const MAX_NESTING = MAX_BLOCK_NESTING + 20;

/** Marks the first token of a paragraph in which lists or quotes have become text. */
export const TOO_DEEP = { isTooDeep: true };

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

const markdown = createMarkdownReader();

/**
 * Creates the reader: CommonMark with tables and strikethrough. Bare addresses become links when
 * they begin with http, https or www, as do email addresses.
 */
function createMarkdownReader() {
  const reader = new MarkdownIt({ html: true, linkify: true, maxNesting: MAX_NESTING });
  // Without it "end.It" or "notes.md" would be a link.
  reader.linkify.set({ fuzzyLink: false });
  reader.linkify.add('www.', {
    validate: (text, position) => {
      const [address = ''] =
        /^[^\s<>"]+\.[^\s<>"]*[^\s<>".,:;!?)'\]]/.exec(text.slice(position)) ?? [];
      return address.length;
    },
    normalize: (match) => {
      match.url = `https://${match.url}`;
    },
  });
  const paragraph = reader.block.ruler.getRules('').at(-1) as BlockRule;
  // A footnote would be read as the address of a link, and its text would vanish.
  reader.block.ruler.before('reference', 'footnote', (state, start, end, silent) =>
    /^\[\^[^\]\s]+\]:/.test(startOfLine(state, start))
      ? paragraph(state, start, end, silent)
      : false,
  );
  // The reader itself would drop the rest of the file.
  reader.block.ruler.before('table', 'too_deep', (state, start, end, silent) => {
    if (silent || state.level < MAX_BLOCK_NESTING) return false;
    const isFlattened = /^(?:[-+*>]|\d+[.)])/.test(startOfLine(state, start));
    const length = state.tokens.length;
    paragraph(state, start, end, silent);
    const opened = state.tokens[length];
    if (opened && isFlattened) opened.meta = TOO_DEEP;
    return true;
  });
  return reader;
}

/** Returns what a line begins with, without its indentation. */
function startOfLine({ src, bMarks, tShift }: StateBlock, line: number): string {
  const position = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  return src.slice(position, position + 200);
}

/**
 * Parses Markdown.
 * @param firstLine the line of the file on which the text begins
 */
export function parseMarkdown(text: string, firstLine: number): Token[] {
  // Blank lines in place of the front matter make every line number that of the file.
  return markdown.parse('\n'.repeat(firstLine - 1) + text, {});
}
