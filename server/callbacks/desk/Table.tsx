import type { ReactNode } from 'react';

type Cells = readonly ReactNode[];

/** A table whose first row and first column are headings. */
export function Table({
  heading,
  columns,
  rows,
}: {
  heading: string;
  columns: Cells;
  rows: readonly Cells[];
}) {
  return (
    <table className="counts">
      <caption className="h3">{heading}</caption>
      <thead>
        <tr>
          {columns.map((cell, column) =>
            cell ? (
              <th key={column} scope="col">
                {cell}
              </th>
            ) : (
              <td key={column} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{label}</th>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEIGHT = 28;

/** A bar chart with a bar for each week. A week without any has a line. */
export function WeeklyBars({ counts, what }: { counts: readonly number[]; what?: string }) {
  const scale = (HEIGHT - 2) / Math.max(1, ...counts);
  return (
    <svg
      className={what ? 'bars bars--wide' : 'bars'}
      viewBox={`0 0 ${counts.length * 9 - 2} ${HEIGHT}`}
      role="img"
      aria-label={`${what ? `${what} by` : 'By'} week: ${counts.join(', ')}`}
    >
      {counts.map((count, week) => {
        const height = 2 + count * scale;
        return <rect key={week} x={week * 9} y={HEIGHT - height} width="7" height={height} />;
      })}
    </svg>
  );
}
