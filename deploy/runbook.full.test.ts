import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { closedStoreWith, databasePath, readCallbacks } from '../test/support/callbacks/stores.ts';
import { freePort } from '../test/support/free-port.ts';
import { temporaryFolder } from '../test/support/site-file.ts';
import { startSiteProcess } from '../test/support/site-process.ts';
import { callbackFields } from '../test/support/typed.ts';

const documents = ['docs/runbook.md', 'docs/maintenance.md'];
const runbook = documents.map((file) => readFileSync(file, 'utf8')).join('\n');
const blocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) =>
  commands.trim(),
);

/** The output of commands about the store, and about a damaged one beside it. */
const EXPECTED =
  /^Callback requests in .*\n(?:.*: a database that was set aside still contains callback requests\n)?/;

/** The bytes of a database in which an index is overwritten: it cannot be used, but can be read. */
function damagedCopyOf(path: string): Buffer {
  using database = new DatabaseSync(path);
  const sql = "SELECT rootpage FROM sqlite_master WHERE name = 'callbacks_received_at'";
  const { rootpage } = database.prepare(sql).get() as { rootpage: number };
  const bytes = readFileSync(path);
  const pageSize = bytes.readUInt16BE(16);
  return bytes.fill('x', (rootpage - 1) * pageSize, rootpage * pageSize);
}

test('every command of the runbook works as it is written', async () => {
  const folder = temporaryFolder();
  symlinkSync(resolve('dist'), join(folder, 'dist'));
  const adminPort = await freePort();
  const DATA_DIR = join(folder, 'data');
  const site = await startSiteProcess(
    { ADMIN_PORT: String(adminPort), DATA_DIR },
    [],
    'dist/server/index.js',
    folder,
  );
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    SITE: site.url,
    ADMIN: `http://127.0.0.1:${adminPort}`,
    DATA_DIR,
  };
  const form = new URLSearchParams(callbackFields({ name: 'A' }));
  expect(
    (await fetch(`${environment.SITE}/contact.php`, { method: 'POST', body: form })).status,
  ).toBe(200);
  writeFileSync(join(folder, 'site.log'), site.output());
  const damaged = join(DATA_DIR, 'site-damaged-2026-07-01T00-00-00.000Z.db');
  writeFileSync(damaged, damagedCopyOf(databasePath(await closedStoreWith('Bea', 'Cay', 'Dee'))));

  expect(blocks.length).toBeGreaterThan(10);
  for (const commands of blocks) {
    const { status, stderr } = spawnSync('sh', ['-c', commands], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    expect(stderr.replace(EXPECTED, ''), commands).toBe('');
    expect(status, commands).toBeOneOf([0, 1]); // 1: grep found nothing to complain of
  }
  // The command that purges comes last: these are younger.
  const kept = await readCallbacks(DATA_DIR);
  expect(kept.map(({ fields }) => fields.name).sort()).toEqual(['A', 'Bea', 'Cay', 'Dee']);
  const recovered = kept.find(({ fields }) => fields.name === 'Bea');
  expect(recovered?.deliveries).toMatchObject([{ channel: 'php', state: 'waiting' }]);
});
