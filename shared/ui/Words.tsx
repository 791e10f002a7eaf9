import type { ReactNode } from 'react';

/** Copy in which 'at-fault' and '2–4 weeks' stay on one line: browsers would break them in two. */
export function Words({ children }: { children: string }): ReactNode {
  return children.split(/(\w+[-–]\w+(?:\u00a0\w+)?)/).map((part, index) =>
    index % 2 ? (
      <span className="keep" key={index}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** A table that is written as text: a row on each line, ` | ` between its cells. */
export function table<Column extends string>(
  columns: readonly Column[],
  text: string,
): Record<Column, string>[] {
  return text.split('\n').map((row) => {
    const cells = row.split(' | ');
    return Object.fromEntries(
      columns.map((column, place) => [column, cells[place] ?? '']),
    ) as Record<Column, string>;
  });
}
