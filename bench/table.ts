/** Formats a Markdown table for docs/performance.md. Columns are as wide as their widest cell. */
export function table(header: string[], rows: string[][]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0), 3),
  );
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [
    line(header),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.map(line),
  ].join('\n');
}

/** Formats a number for a table; NaN could not be measured on this system. */
export function formatNumber(value: number, digits: number, unit = ''): string {
  return Number.isNaN(value) ? 'not available here' : `${value.toFixed(digits)}${unit}`;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Formats the median of measurements for a table. */
export function medianOf<Seen>(
  seen: Seen[],
  pick: (seen: Seen) => number,
  digits: number,
  unit = '',
): string {
  return formatNumber(median(seen.map(pick)), digits, unit);
}
