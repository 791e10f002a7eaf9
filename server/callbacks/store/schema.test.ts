import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { databasePath, openAsSite, request } from '../../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import type { StoredCallback } from './stored-callback.ts';

test('starts the calls of an older store with the last outcome of each request', async () => {
  const dataDir = temporaryFolder();
  const before = openAsSite(dataDir);
  const { id } = await before.add(request('Ann'), []);
  const { id: untouched } = await before.add(request('Bea', { email: 'b@example.com' }), []);
  for (const [version, by] of ['Zoe', 'Bea'].entries())
    await before.change(id, version, { outcome: 'noanswer', note: '', ringAgainAt: null }, by);
  await before.close();
  const database = new DatabaseSync(databasePath(dataDir));
  database.exec(`DROP TABLE callback_saves;
    DROP INDEX callbacks_caller_number; DROP INDEX callbacks_caller_email`);
  database.close();

  const store = openAsSite(dataDir);
  const ann = (await store.find(id)) as StoredCallback;
  const callsOf = async () => (await store.desk.request(id)).history.calls.map(({ by }) => by);
  expect(await callsOf()).toEqual(['Bea']);
  expect(await store.undo(id, 2, 'Cay')).toBe(true);
  expect(await callsOf()).toEqual([]);
  expect(await store.change(untouched, 0, ann.handling, 'Cay')).toBe(true);
});
