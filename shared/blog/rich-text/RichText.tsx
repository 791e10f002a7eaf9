import {
  documentToReactComponents,
  type NodeRenderer,
  type Options,
} from '@contentful/rich-text-react-renderer';
import { BLOCKS, type Block, INLINES } from '@contentful/rich-text-types';
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { TableScroller } from '../../ui/TableScroller.tsx';
import { renderMark } from '../Excerpt.tsx';
import { plainText } from '../plain-text.ts';
import type { LinkTarget, RichText as RichTextDocument } from '../post.ts';
import { EditorLink, EmbeddedBlock, EmbeddedInline, TargetLink } from './Embed.tsx';
import './rich-text.css';

/** A header cell in the first row heads its column, any other one its row. */
const HeaderScope = createContext<'col' | 'row'>('row');

/**
 * Of a table that a phone shows as blocks, the names of its columns; of any other none, because a
 * merged cell belongs to more than one.
 */
const Columns = createContext<readonly string[]>([]);
/** Name of the column of a cell. */
const Column = createContext<string | undefined>(undefined);

/** As many stand side by side wherever they are not stacked: nothing is left to scroll. */
const MOST_STACKED_COLUMNS = 4;

/** A table; one that may scroll is announced by its column headings. */
function RichTable({ node, children }: { node: Block; children: ReactNode }) {
  const rows = children as ReactNode[]; // what the renderer makes of the node's content
  const headings = (node.content[0] as Block | undefined)?.content ?? [];
  const hasHead =
    headings.length > 0 && headings.every((cell) => cell.nodeType === 'table-header-cell');
  const names = hasHead
    ? headings.map((cell) => plainText(cell as unknown as RichTextDocument)).filter(Boolean)
    : [];
  const cells = node.content.flatMap((row) => (row as Block).content);
  const isMerged = cells.some(({ data }) => data.colspan || data.rowspan);
  const isNarrow = names.length === headings.length && names.length <= MOST_STACKED_COLUMNS;
  const stacks = hasHead && isNarrow && !isMerged;
  const label = names.length > 0 ? `Table: ${names.join(', ')}` : 'Table';
  return (
    <TableScroller label={stacks ? undefined : label}>
      <table className={stacks ? 'table--stacked' : undefined}>
        {hasHead ? (
          <thead>
            <HeaderScope value="col">{rows[0]}</HeaderScope>
          </thead>
        ) : null}
        <Columns value={stacks ? names : []}>
          <tbody>{hasHead ? rows.slice(1) : rows}</tbody>
        </Columns>
      </table>
    </TableScroller>
  );
}

/** Contentful stores merged cells as `colspan` and `rowspan` in the cell's data. */
function spans({ data }: { data: { colspan?: number; rowspan?: number } }) {
  return { colSpan: data.colspan, rowSpan: data.rowspan };
}

/**
 * Headings begin one level below the page's own h1; the server has closed the gaps between their
 * levels. One without text would be announced as an empty heading and is left out.
 */
function heading(Tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6'): NodeRenderer {
  return (node, children) =>
    plainText(node as unknown as RichTextDocument) ? <Tag>{children}</Tag> : null;
}

const targetOf = (node: Parameters<NodeRenderer>[0]) => node.data.target as LinkTarget;
const embeddedBlock: NodeRenderer = (node) => <EmbeddedBlock target={targetOf(node)} />;
const targetLink: NodeRenderer = (node, children) => (
  <TargetLink target={targetOf(node)}>{children}</TargetLink>
);

function TableRow({ cells }: { cells: readonly ReactNode[] }) {
  const columns = useContext(Columns);
  return (
    <tr>
      {cells.map((cell, place) => (
        <Column value={columns[place]} key={place}>
          {cell}
        </Column>
      ))}
    </tr>
  );
}

/** What no line ends in the middle of: a number and its unit, a word with a hyphen. */
const WHOLE = /(\d+ (?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b(?:at|non)-fault\b)/;

/** An editor's line breaks inside a paragraph, and none where a line must not end. */
function withLineBreaks(text: string): ReactNode {
  if (!text.includes('\n') && !WHOLE.test(text)) return text;
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line.split(WHOLE).map((part, place) =>
        place % 2 ? (
          <span className="keep" key={place}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </Fragment>
  ));
}

const OPTIONS: Options = {
  renderMark,
  renderText: withLineBreaks,
  renderNode: {
    [BLOCKS.HEADING_1]: heading('h2'),
    [BLOCKS.HEADING_2]: heading('h3'),
    [BLOCKS.HEADING_3]: heading('h4'),
    [BLOCKS.HEADING_4]: heading('h5'),
    [BLOCKS.HEADING_5]: heading('h6'),
    [BLOCKS.HEADING_6]: heading('h6'),
    [BLOCKS.TABLE]: (node, children) => <RichTable node={node as Block}>{children}</RichTable>,
    [BLOCKS.TABLE_ROW]: (_node, children) => <TableRow cells={children as ReactNode[]} />,
    [BLOCKS.TABLE_HEADER_CELL]: (node, children) => (
      <HeaderScope.Consumer>
        {(scope) => (
          <th scope={scope} {...spans(node)}>
            {children}
          </th>
        )}
      </HeaderScope.Consumer>
    ),
    [BLOCKS.TABLE_CELL]: (node, children) => (
      <Column.Consumer>
        {(name) => (
          <td data-column={name} {...spans(node)}>
            {children}
          </td>
        )}
      </Column.Consumer>
    ),
    [BLOCKS.EMBEDDED_ASSET]: embeddedBlock,
    [BLOCKS.EMBEDDED_ENTRY]: embeddedBlock,
    [INLINES.HYPERLINK]: (node, children) => (
      <EditorLink uri={node.data.uri}>{children}</EditorLink>
    ),
    [INLINES.ENTRY_HYPERLINK]: targetLink,
    [INLINES.ASSET_HYPERLINK]: targetLink,
    [INLINES.EMBEDDED_ENTRY]: (node) => <EmbeddedInline target={targetOf(node)} />,
  },
};

/**
 * An editor's document, normalised by the server. Paragraphs, lists, quotes and rules are the
 * renderer's own; nodes it does not know show what they contain.
 */
export function RichText({ document }: { document: RichTextDocument }) {
  return documentToReactComponents(document, OPTIONS);
}
