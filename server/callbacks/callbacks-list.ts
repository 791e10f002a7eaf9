import { FIELD_NAMES } from '../../shared/callback/fields.ts';
import type { StoredCallback } from './store.ts';

type Callbacks = AsyncIterable<StoredCallback>;

/** One element of `npm run callbacks -- --json`. */
const toRow = ({
  id,
  receivedAt,
  fields,
  flags,
  handling,
  changedBy,
  changedAt,
}: StoredCallback) => ({
  id,
  receivedAt,
  ...fields,
  flags,
  outcome: handling.outcome,
  note: handling.note,
  ringAgainAt: handling.ringAgainAt,
  changedBy,
  changedAt,
});

type Column = keyof ReturnType<typeof toRow>;

const COLUMNS: readonly Column[] = [
  'id',
  'receivedAt',
  ...FIELD_NAMES,
  'flags',
  'outcome',
  'note',
  'ringAgainAt',
  'changedBy',
  'changedAt',
];

function cellsOf(callback: StoredCallback): string[] {
  const row = toRow(callback);
  return COLUMNS.map((column) => [row[column] ?? ''].flat().join(' '));
}

/** A JSON array with an element for each request. */
export async function* toJson(callbacks: Callbacks): AsyncGenerator<string> {
  let opening = '[\n';
  for await (const callback of callbacks) {
    yield `${opening}${JSON.stringify(toRow(callback))}`;
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

/** RFC 4180, with a byte order mark, without which Excel reads UTF-8 as the system's code page. */
export async function* toCsv(callbacks: Callbacks): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const callback of callbacks) yield `${cellsOf(callback).map(csvCell).join(',')}\r\n`;
}

/**
 * A spreadsheet would run a cell that begins like a formula: an apostrophe makes it text (OWASP,
 * CSV injection).
 */
function csvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const CELL_WIDTH = 40;

/**
 * For a terminal: a line for each request, columns as wide as their content.
 * @param read is called twice: for the widths, then for the lines
 */
export async function* toTable(read: () => Callbacks): AsyncGenerator<string> {
  const widths = COLUMNS.map((column) => column.length);
  let empty = true;
  for await (const callback of read()) {
    empty = false;
    for (const [index, cell] of cellsOf(callback).entries())
      widths[index] = Math.max(widths[index] as number, tableCell(cell).length);
  }
  if (empty) {
    yield 'No callback requests.\n';
    return;
  }
  const lineOf = (cells: readonly string[]) =>
    `${cells
      .map((cell, index) => {
        const signs = tableCell(cell);
        return signs.join('') + ' '.repeat(Math.max(0, (widths[index] as number) - signs.length));
      })
      .join('  ')
      .trimEnd()}\n`;
  yield lineOf(COLUMNS);
  for await (const callback of read()) yield lineOf(cellsOf(callback));
}

function tableCell(text: string): string[] {
  const signs = [...text.replace(/\s+/g, ' ')];
  return signs.length > CELL_WIDTH ? [...signs.slice(0, CELL_WIDTH - 1), '…'] : signs;
}
