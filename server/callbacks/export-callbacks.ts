import { FIELD_NAMES } from '../../shared/callback/fields.ts';
import { SOURCE_PARAMS } from '../../shared/callback/request-source.ts';
import { cutText } from '../../shared/cut-text.ts';
import { stampLondon } from './london-time.ts';
import { describePhoneNumber, readPhoneNumber } from './phone-number.ts';
import { describeFlags, OUTCOME_LABELS, type StoredCallback } from './store/stored-callback.ts';

type Callbacks = AsyncIterable<StoredCallback>;

/** The columns of the table and the CSV, in this order. */
const COLUMNS: string[] = [
  'id',
  'receivedAt',
  ...FIELD_NAMES,
  'page',
  ...Object.keys(SOURCE_PARAMS),
  'flags',
  'outcome',
  'note',
  'ringAgainAt',
  'changedBy',
  'changedAt',
];

const flatten = (callback: StoredCallback): Record<string, unknown> => ({
  ...callback,
  ...callback.fields,
  source: callback.source?.source,
  medium: callback.source?.medium,
  campaign: callback.source?.campaign,
  ...callback.handling,
});

/** Returns the values of a JSON object: those of the columns, with the source as one. */
function toObject(callback: StoredCallback): Record<string, unknown> {
  const { medium: _medium, campaign: _campaign, ...values } = flatten(callback);
  const keys = COLUMNS.filter((column) => column in values);
  return { ...Object.fromEntries(keys.map((key) => [key, values[key]])), source: callback.source };
}

function cellsOf(callback: StoredCallback, values = flatten(callback)): string[] {
  return COLUMNS.map((column) => [values[column] ?? ''].flat().join(' '));
}

/** Formats requests as a JSON array with one object a line. */
export async function* toJson(callbacks: Callbacks): AsyncGenerator<string> {
  let opening = '[\n';
  for await (const callback of callbacks) {
    yield `${opening}${JSON.stringify(toObject(callback))}`;
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Formats requests as CSV for spreadsheets: RFC 4180, with a byte order mark, without which Excel
 * reads UTF-8 as the system's code page.
 */
export async function* toCsv(callbacks: Callbacks): AsyncGenerator<string> {
  yield `\uFEFF${COLUMNS.join(',')}\r\n`;
  for await (const callback of callbacks) {
    const cells = cellsOf(callback, valuesForPeople(callback));
    yield `${cells.map(csvCell).join(',')}\r\n`;
  }
}

/**
 * Returns the values for a spreadsheet: UK times, outcomes in words, and a phone number that it
 * does not change.
 */
function valuesForPeople(callback: StoredCallback): Record<string, unknown> {
  const { receivedAt, changedAt, fields, handling } = callback;
  const { outcome, ringAgainAt } = handling;
  return {
    ...flatten(callback),
    receivedAt: stampLondon(receivedAt),
    mobile: spreadsheetNumber(fields.mobile),
    flags: describeFlags(callback),
    outcome: outcome && OUTCOME_LABELS[outcome],
    ringAgainAt: ringAgainAt && stampLondon(ringAgainAt),
    changedAt: changedAt && stampLondon(changedAt),
  };
}

/**
 * Formats a phone number with a space, which keeps its leading 0, and with 00 for a +, which a
 * spreadsheet would read as a formula. It keeps a short number such as 999 by itself.
 */
function spreadsheetNumber(typed: string): string {
  const reading = readPhoneNumber(typed);
  const text = reading.kind === 'certain' ? reading.display : typed.trim();
  const number = text
    .replace(/^\+(?=[\s(]*\d)/, '00')
    .replace(/^(?=0|\d{7})(\d+?)(\d{1,6})$/, '$1 $2');
  const isPart = reading.kind === 'certain' && describePhoneNumber(typed).text !== reading.display;
  return isPart ? `${number} (typed: ${typed})` : number;
}

/**
 * The starts of formulas: at the beginning of a cell, and after a semicolon or a line break,
 * because some spreadsheets split lines at semicolons.
 */
const FORMULA = /^(?=\s*[=+\-@\t\r＋－＝＠])|(?<=;|\r\n?|\n)(?=[^\S\r\n]*[=+\-@＋－＝＠])/g;

/** Quotes a cell. An apostrophe turns a formula into text (OWASP, CSV injection). */
function csvCell(text: string): string {
  const safe = text.replace(FORMULA, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** The greatest width of a table cell in characters; a longer text is cut. */
const MAX_CELL_WIDTH = 40;

/**
 * Formats requests as a table for a terminal, with columns as wide as their content.
 * @param openList is called twice: for the widths, then for the lines
 */
export async function* toTable(openList: () => Callbacks): AsyncGenerator<string> {
  let isEmpty = true;
  let widths = COLUMNS.map((column) => column.length);
  for await (const callback of openList()) {
    isEmpty = false;
    const cells = tableCells(callback);
    widths = widths.map((width, column) => Math.max(width, cells[column]?.length ?? 0));
  }
  if (isEmpty) return yield 'No callback requests.\n';
  const lineOf = (cells: readonly string[]) =>
    `${cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  yield lineOf(COLUMNS);
  for await (const callback of openList()) yield lineOf(tableCells(callback));
}

const tableCells = (callback: StoredCallback) =>
  cellsOf(callback).map((text) => {
    const cell = text.replace(/\s+/g, ' ');
    const fits = cutText(cell, MAX_CELL_WIDTH) === cell;
    return fits ? cell : `${cutText(cell, MAX_CELL_WIDTH - 1)}…`;
  });
