import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { CallbackFields } from '../../shared/callback/fields.ts';
import { callbackFields } from '../../test/support/typed.ts';
import { toCsv, toTable } from './export-callbacks.ts';
import type { StoredCallback } from './store/stored-callback.ts';

async function* listOf(fields: Partial<CallbackFields>, others: Partial<StoredCallback> = {}) {
  yield {
    id: 'a',
    receivedAt: '2026-07-01T12:05:00.000Z',
    fields: callbackFields({
      name: 'Ann',
      mobile: '1',
      email: 'a@example.com',
      message: '',
      ...fields,
    }),
    flags: [],
    handling: { outcome: null, note: '', ringAgainAt: null },
    ...others,
  } as Partial<StoredCallback> as StoredCallback;
}

/** The file for spreadsheets with one request, read back: its cells by the head of their column. */
async function readBack(...callback: Parameters<typeof listOf>): Promise<Record<string, string>> {
  const csv = await text(toCsv(listOf(...callback)));
  const [head = ''] = csv.split('\r\n', 1);
  const cells = csv.slice(head.length).match(/"(?:[^"]|"")*"/g) ?? [];
  const names = head.replace('\uFEFF', '').split(',');
  expect(cells).toHaveLength(names.length);
  const values = cells.map((cell) => cell.slice(1, -1).replaceAll('""', '"'));
  return Object.fromEntries(names.map((name, column) => [name, values[column] as string]));
}

test.each([
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(1);-2', "x;' @SUM(1);'-2"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x\n＝1', "x\n'＝1"],
  ['a; b\r\nc = d, e-f', 'a; b\r\nc = d, e-f'],
])('writes %j as %j, whatever a spreadsheet takes for the end of a cell', async (message, cell) => {
  expect((await readBack({ message })).message).toBe(cell);
});

test.each([
  ['07700900123', '07700 900123'],
  ['07700 900123', '07700 900123'],
  ['+44 7700 900123', '07700 900123'],
  ['+447700900123', '07700 900123'],
  ['02079460000', '020 7946 0000'],
  ['+33 1 23 45 67 89', '0033 1 23 45 67 89'],
  ['+44 07700 900123', '07700 900123'],
  ['07700900123 or 07700900456', '07700 900123 (typed: 07700900123 or 07700900456)'],
  // Not certain, so as typed
  ['078', '0 78'],
  ['0770090012', '0770 090012'],
  ['7700900', '7 700900'],
  ['+999999', '00 999999'],
  ['ring the shop', 'ring the shop'],
  ['=1+1', "'=1+1"],
])('writes the number %s as %s, which a spreadsheet keeps', async (mobile, cell) => {
  const { mobile: read } = await readBack({ mobile });
  expect(read).toBe(cell);
  // What Excel and LibreOffice would take for a number, or for a formula.
  expect(read).not.toMatch(/^[\d.]+$|^[=+\-@]/);
});

test.each(['1', '0', '101', '999', '116123'])(
  'leaves the short number %s as typed',
  async (mobile) => {
    expect((await readBack({ mobile })).mobile).toBe(mobile);
  },
);

test('writes UK times with their zone and labels for codes into CSV', async () => {
  const row = await readBack(
    {},
    {
      flags: ['honeypot'],
      handling: { outcome: 'noanswer', note: 'at work', ringAgainAt: '2026-12-01T09:30:00.000Z' },
      changedBy: 'Bea',
      changedAt: '2026-10-25T01:05:00.000Z',
    },
  );
  expect(row).toMatchObject({
    receivedAt: '2026-07-01 13:05 BST',
    flags: 'a hidden field was filled in',
    outcome: 'No answer',
    ringAgainAt: '2026-12-01 09:30 GMT',
    changedBy: 'Bea',
    changedAt: '2026-10-25 01:05 GMT',
  });
  const untouched = await readBack({});
  expect([untouched.outcome, untouched.ringAgainAt, untouched.changedAt]).toEqual(['', '', '']);
});

test.each([
  ['an emoji', `${'a'.repeat(38)}🚗bc`, `${'a'.repeat(38)}🚗…`],
  ['a family of four', `${'a'.repeat(36)}👨‍👩‍👧‍👦bc`, `${'a'.repeat(36)}…`],
  ['as many emoji as fit', '🚗'.repeat(40), '🚗'.repeat(40)],
])('a table for a terminal never cuts within a character: %s', async (_, message, cell) => {
  expect(await text(toTable(() => listOf({ message })))).toMatch(
    new RegExp(`(?<= )${cell}(?= |\n)`),
  );
});
