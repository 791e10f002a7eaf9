import {
  documentToReactComponents,
  type NodeRenderer,
  type Options,
} from '@contentful/rich-text-react-renderer';
import { BLOCKS, type Block, INLINES } from '@contentful/rich-text-types';
import { createContext, Fragment, type ReactNode } from 'react';
import { TableScroller } from '../../ui/TableScroller.tsx';
import { renderMark } from '../Excerpt.tsx';
import { plainText } from '../plain-text.ts';
import type { LinkTarget, RichText as RichTextDocument } from '../post.ts';
import { EditorLink, EmbeddedBlock, EmbeddedInline, TargetLink } from './Embed.tsx';
import './rich-text.css';

/** A header cell in the first row heads its column, any other one its row. */
const HeaderScope = createContext<'col' | 'row'>('row');

/** A table, announced by its column headings. */
function RichTable({ node, children }: { node: Block; children: ReactNode }) {
  const rows = children as ReactNode[]; // what the renderer makes of the node's content
  const headings = (node.content[0] as Block | undefined)?.content ?? [];
  const hasHead =
    headings.length > 0 && headings.every((cell) => cell.nodeType === 'table-header-cell');
  const names = hasHead
    ? headings.map((cell) => plainText(cell as unknown as RichTextDocument)).filter(Boolean)
    : [];
  return (
    <TableScroller label={names.length > 0 ? `Table: ${names.join(', ')}` : 'Table'}>
      <table>
        {hasHead ? (
          <thead>
            <HeaderScope value="col">{rows[0]}</HeaderScope>
          </thead>
        ) : null}
        <tbody>{hasHead ? rows.slice(1) : rows}</tbody>
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

/** An editor's line break inside a paragraph. */
function withLineBreaks(text: string): ReactNode {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
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
    [BLOCKS.TABLE_HEADER_CELL]: (node, children) => (
      <HeaderScope.Consumer>
        {(scope) => (
          <th scope={scope} {...spans(node)}>
            {children}
          </th>
        )}
      </HeaderScope.Consumer>
    ),
    [BLOCKS.TABLE_CELL]: (node, children) => <td {...spans(node)}>{children}</td>,
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
