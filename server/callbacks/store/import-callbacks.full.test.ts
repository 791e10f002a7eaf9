import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  closedStoreWith,
  databasePath,
  openAsSite,
  readCallbacks,
} from '../../../test/support/callbacks/stores.ts';
import { temporaryFolder } from '../../../test/support/site-file.ts';

/** Runs the built command on the store in a folder. */
async function runImport(dataDir: string, file: string) {
  const args = ['dist/server/callbacks.js', '--import', file];
  const done = promisify(execFile)(process.execPath, args, { env: { DATA_DIR: dataDir } });
  return done.then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }) => ({ code, output: String(stderr) }),
  );
}

describe('callbacks --import', () => {
  test('copies each request once, with its deliveries and saves', async () => {
    const source = await closedStoreWith('Ann', 'Bea');
    const store = openAsSite(source);
    const [ann] = await readCallbacks(source);
    const called = { outcome: 'reached' as const, note: 'a note', ringAgainAt: null };
    await store.change(ann?.id as string, 0, called, 'Dana');
    await store.close();
    const target = await closedStoreWith('Cay');
    const file = databasePath(source);
    expect(await runImport(target, file)).toEqual({
      code: 0,
      output: `Imported 2 callback requests from ${file}. Already there: 0.`,
    });
    const imported = await readCallbacks(target);
    const others = await readCallbacks(source);
    // Cay has the same number.
    expect(imported.slice(1)).toEqual(others.map((one) => ({ ...one, isRepeated: true })));
    expect((await runImport(target, file)).output).toContain('Imported 0 callback requests');
    expect((await readCallbacks(target)).map(({ fields }) => fields.name)).toEqual([
      'Cay',
      'Ann',
      'Bea',
    ]);
    using database = new DatabaseSync(databasePath(target));
    const saves = database.prepare('SELECT outcome, saved_by FROM callback_saves').all();
    expect(saves).toMatchObject([{ outcome: 'reached', saved_by: 'Dana' }]);
  });

  test('creates the store that the site has not created yet', async () => {
    const target = temporaryFolder();
    const file = databasePath(await closedStoreWith('Ann'));
    expect((await runImport(target, file)).output).toContain('Imported 1 callback request from');
    expect(await readCallbacks(target)).toHaveLength(1);
  });

  test('exits 1 for a file that is missing or no database', async () => {
    const target = await closedStoreWith('Ann');
    const file = join(target, 'nothing.db');
    expect(await runImport(target, file)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${file} is not a file`),
    });
    await writeFile(file, 'x'.repeat(5000));
    expect(await runImport(target, file)).toMatchObject({ code: 1 });
  });
});
