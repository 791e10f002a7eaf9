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

/** A table that is written as text: a row on each line, `|` between its cells. */
export function table<Column extends string>(columns: readonly Column[], text: string) {
  return text.split('\n').map((row) => {
    const cells = row.split(/ *\| */);
    const named = columns.map((column, place) => [column, cells[place] ?? '']);
    return Object.fromEntries(named) as Record<Column, string>;
  });
}

/** Paragraphs, a line each. The lead is set larger. */
export function Prose({ lead, children }: { lead: string; children: string }) {
  return (
    <div className="prose">
      <p className="lead">{lead}</p>
      {children.split('\n').map((line) => (
        <p key={line}>
          <Words>{line}</Words>
        </p>
      ))}
    </div>
  );
}
