import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FIELD_NAMES } from '../../shared/callback/fields.ts';
import { typed } from '../../test/support/typed.ts';
import { toCsv } from './callbacks-list.ts';
import type { StoredCallback } from './store/schema.ts';

/** The cell of a message in the file for spreadsheets. */
async function cellOf(message: string): Promise<string | undefined> {
  const callback = {
    id: 'a',
    receivedAt: '2026-07-01T12:05:00.000Z',
    fields: typed({ name: 'Ann', mobile: '1', email: 'a@example.com', message }),
    flags: [],
    handling: { outcome: null, note: '', ringAgainAt: null },
  } as Partial<StoredCallback> as StoredCallback;
  async function* list() {
    yield callback;
  }
  const csv = await text(toCsv(list()));
  return csv.match(/"(?:[^"]|"")*"/g)?.[FIELD_NAMES.indexOf('message') + 2];
}

test.each([
  ['=1+1', "'=1+1"],
  ['  =1+1', "'  =1+1"],
  ['x;=1+1', "x;'=1+1"],
  ['x; @SUM(1);-2', "x;' @SUM(1);'-2"],
  ['x\r\n=1+1', "x\r\n'=1+1"],
  ['x\n＝1', "x\n'＝1"],
  ['a; b\r\nc = d, e-f', 'a; b\r\nc = d, e-f'],
])('%j is %j in a spreadsheet, whatever it takes for the end of a cell', async (message, cell) => {
  expect(await cellOf(message)).toBe(`"${cell}"`);
});
