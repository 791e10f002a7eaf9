import type { Block } from '@contentful/rich-text-types';
import { createContext, type ReactNode, useContext } from 'react';
import { TableScroller } from '../../ui/TableScroller.tsx';
import { plainText } from '../plain-text.ts';
import type { RichText } from '../post.ts';

/** A header cell in the first row heads its column, any other one its row. */
const HeaderScope = createContext<'col' | 'row'>('row');

/** A table, announced by its column headings. */
export function RichTable({ node, children }: { node: Block; children: ReactNode }) {
  const rows = children as ReactNode[]; // what the renderer makes of the node's content
  const headings = (node.content[0] as Block | undefined)?.content ?? [];
  const hasHead =
    headings.length > 0 && headings.every((cell) => cell.nodeType === 'table-header-cell');
  const names = hasHead
    ? headings.map((cell) => plainText(cell as unknown as RichText)).filter(Boolean)
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
function spans(node: { data: Record<string, unknown> }) {
  const span = (value: unknown) => (typeof value === 'number' && value > 1 ? value : undefined);
  return { colSpan: span(node.data.colspan), rowSpan: span(node.data.rowspan) };
}

export function HeaderCell({
  node,
  children,
}: {
  node: { data: Record<string, unknown> };
  children: ReactNode;
}) {
  return (
    <th scope={useContext(HeaderScope)} {...spans(node)}>
      {children}
    </th>
  );
}

export function Cell({
  node,
  children,
}: {
  node: { data: Record<string, unknown> };
  children: ReactNode;
}) {
  return <td {...spans(node)}>{children}</td>;
}
