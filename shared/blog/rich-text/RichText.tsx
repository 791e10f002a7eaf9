import {
  documentToReactComponents,
  type NodeRenderer,
  type Options,
} from '@contentful/rich-text-react-renderer';
import { BLOCKS, type Block, INLINES, type Inline } from '@contentful/rich-text-types';
import { Fragment, type ReactNode } from 'react';
import { TableScroller } from '../../ui/TableScroller.tsx';
import { whole } from '../../ui/whole.tsx';
import { renderMark } from '../Excerpt.tsx';
import { plainText } from '../plain-text.ts';
import type { LinkTarget, RichText as RichTextDocument } from '../post.ts';
import { EditorLink, EmbeddedBlock, EmbeddedInline, TargetLink } from './Embed.tsx';
import { headingIds } from './heading-ids.ts';
import './rich-text.css';

/** Columns that fit a phone side by side. A table of more scrolls where it is not stacked. */
const MAX_STACKED_COLUMNS = 4;

/**
 * A table; a first row of header cells heads its columns. A narrow one is stacked on a phone, where
 * each cell says what its column is called, unless a merged cell belongs to more than one. One that
 * may scroll is announced by the names of its columns.
 * @param props.number tells it from others with such columns; null for the only table of a text
 */
function Table({ rows, number }: { rows: readonly Block[]; number: number | null }) {
  const headings = cellsOf(rows[0]);
  const hasHead = headings.length > 0 && headings.every(isHeader);
  const names = hasHead ? headings.map(textContent) : [];
  const isMerged = rows.flatMap(cellsOf).some(({ data }) => data.colspan || data.rowspan);
  const isNarrow = names.length <= MAX_STACKED_COLUMNS && names.every(Boolean);
  const isStacked = hasHead && isNarrow && !isMerged;
  const label = [number ? `Table ${number}` : 'Table', names.filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(': ');
  const rowOf = (row: Block, place: number) => (
    <tr key={place}>
      {cellsOf(row).map((cell, column) => {
        const { colspan: colSpan, rowspan: rowSpan } = cell.data;
        const isHead = hasHead && row === rows[0];
        return isHeader(cell) ? (
          <th scope={isHead ? 'col' : 'row'} colSpan={colSpan} rowSpan={rowSpan} key={column}>
            {contentOf(cell)}
          </th>
        ) : (
          <td
            data-column={isStacked ? names[column] : undefined}
            colSpan={colSpan}
            rowSpan={rowSpan}
            key={column}
          >
            {contentOf(cell)}
          </td>
        );
      })}
    </tr>
  );
  return (
    <TableScroller label={isStacked ? undefined : label}>
      <table className={isStacked ? 'table--stacked' : undefined}>
        {hasHead ? <thead>{rows.slice(0, 1).map(rowOf)}</thead> : null}
        <tbody>{rows.slice(hasHead ? 1 : 0).map(rowOf)}</tbody>
      </table>
    </TableScroller>
  );
}

const cellsOf = (row: Block | undefined) => (row?.content ?? []) as Block[];
const isHeader = ({ nodeType }: Block) => nodeType === BLOCKS.TABLE_HEADER_CELL;
const textContent = (node: Block | Inline) => plainText(node as unknown as RichTextDocument);
const contentOf = ({ content }: Block) =>
  documentToReactComponents(
    { nodeType: BLOCKS.DOCUMENT, data: {}, content } as RichTextDocument,
    OPTIONS,
  );

/**
 * Headings begin one level below the page's own h1; the server has closed the gaps between their
 * levels. One without text would be announced as an empty heading and is left out.
 */
function heading(
  Tag: 'h2' | 'h3' | 'h4' | 'h5' | 'h6',
  ids: ReadonlyMap<Block | Inline, string>,
): NodeRenderer {
  return (node, children) => (textContent(node) ? <Tag id={ids.get(node)}>{children}</Tag> : null);
}

const targetOf = (node: Parameters<NodeRenderer>[0]) => node.data.target as LinkTarget;
const embeddedBlock: NodeRenderer = (node) => <EmbeddedBlock target={targetOf(node)} />;
const targetLink: NodeRenderer = (node, children) => (
  <TargetLink target={targetOf(node)}>{children}</TargetLink>
);

/** An editor's line breaks inside a paragraph, and none where a line must not end. */
export function withLineBreaks(text: string): ReactNode {
  if (!text.includes('\n')) return whole(text);
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {whole(line)}
    </Fragment>
  ));
}

const OPTIONS: Options = {
  renderMark,
  renderText: withLineBreaks,
  renderNode: {
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
  const ids = headingIds(document);
  const tables = document.content.filter(({ nodeType }) => nodeType === BLOCKS.TABLE);
  const named: Options['renderNode'] = {
    [BLOCKS.TABLE]: (node) => (
      <Table
        rows={node.content as Block[]}
        number={tables.length > 1 ? tables.indexOf(node as (typeof tables)[number]) + 1 : null}
      />
    ),
    [BLOCKS.HEADING_1]: heading('h2', ids),
    [BLOCKS.HEADING_2]: heading('h3', ids),
    [BLOCKS.HEADING_3]: heading('h4', ids),
    [BLOCKS.HEADING_4]: heading('h5', ids),
    [BLOCKS.HEADING_5]: heading('h6', ids),
    [BLOCKS.HEADING_6]: heading('h6', ids),
  };
  return documentToReactComponents(document, {
    ...OPTIONS,
    renderNode: { ...OPTIONS.renderNode, ...named },
  });
}
