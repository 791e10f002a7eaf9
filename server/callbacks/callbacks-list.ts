import { FIELD_NAMES, mapFields } from '../../shared/callback/fields.ts';
import type { StoredCallback } from './store/record.ts';

/** What `npm run callbacks -- --json` gives, one object a request. */
export function toRow({ id, receivedAt, fields, flags }: StoredCallback) {
  return { id, receivedAt, ...mapFields(({ name }) => fields[name] ?? ''), flags };
}

const COLUMNS = ['id', 'receivedAt', ...FIELD_NAMES, 'flags'] as const;

type Row = ReturnType<typeof toRow>;

const cellOf = (row: Row, column: (typeof COLUMNS)[number]) =>
  column === 'flags' ? row.flags.join(' ') : row[column];

/**
 * RFC 4180, with a byte order mark: without one Excel takes UTF-8 for the system's own code page.
 */
export function toCsv(rows: Row[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => csvCell(cellOf(row, column))).join(','));
  return `\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/**
 * A cell that begins like a formula would be run by a spreadsheet: an apostrophe makes it text
 * (OWASP, CSV injection).
 */
function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const MESSAGE_WIDTH = 40;

/** For a terminal: one line a request, columns as wide as what they hold. */
export function toTable(rows: Row[]): string {
  if (rows.length === 0) return 'No callback requests.\n';
  const cells = rows.map((row) =>
    COLUMNS.map((column) =>
      tableCell(cellOf(row, column), column === 'message' ? MESSAGE_WIDTH : Infinity),
    ),
  );
  const all = [[...COLUMNS] as string[], ...cells];
  const widths = COLUMNS.map((_, index) =>
    Math.max(...all.map((line) => [...(line[index] as string)].length)),
  );
  const lines = all.map((line) =>
    line
      .map((cell, index) => cell + ' '.repeat((widths[index] as number) - [...cell].length))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function tableCell(text: string, width: number): string {
  const line = [...text.replace(/\s+/g, ' ')];
  return line.length > width ? `${line.slice(0, width - 1).join('')}…` : line.join('');
}
