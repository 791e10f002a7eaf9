import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../test/support/free-port.ts';
import { temporaryFolder } from '../test/support/site-file.ts';
import { startSiteProcess } from '../test/support/site-process.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const blocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) =>
  commands.trim(),
);

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
  const form = new URLSearchParams({
    name: 'A',
    mobile: '020 7946 0000',
    email: 'a@example.com',
    message: '',
  });
  expect(
    (await fetch(`${environment.SITE}/contact.php`, { method: 'POST', body: form })).status,
  ).toBe(200);
  writeFileSync(join(folder, 'site.log'), site.output());
  // What is not yet in the file itself is in its write-ahead log.
  for (const end of ['', '-wal'])
    cpSync(
      join(folder, `data/site.db${end}`),
      join(folder, `data/site-damaged-2026-07-01.db${end}`),
    );

  expect(blocks.length).toBeGreaterThan(10);
  for (const commands of blocks) {
    const { status, stderr } = spawnSync('sh', ['-c', commands], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    expect(stderr.replace(/^Callback requests in .*\n/, ''), commands).toBe('');
    expect(status, commands).toBeOneOf([0, 1]); // 1: grep found nothing to complain of
  }
});
