import type { ReactNode } from 'react';

/** A table whose first row and first column are headings. */
export function CountsTable({
  heading,
  rows,
}: {
  heading: string;
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <table className="counts">
      <caption className="h3">{heading}</caption>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => {
              if ((row === 0) === (column === 0)) return <td key={column}>{cell}</td>;
              return (
                <th key={column} scope={row === 0 ? 'col' : 'row'}>
                  {cell}
                </th>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
