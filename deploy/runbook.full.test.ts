import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../test/support/free-port.ts';
import { end } from '../test/support/site-process.ts';

const runbook = readFileSync('docs/runbook.md', 'utf8');
const blocks = [...runbook.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) =>
  commands.trim(),
);

test('every command of the runbook works as it is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve('dist'), join(folder, 'dist'));
  const [port, adminPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    SITE: `http://127.0.0.1:${port}`,
    ADMIN: `http://127.0.0.1:${adminPort}`,
    DATA_DIR: join(folder, 'data'),
  };
  const site = spawn(process.execPath, ['dist/server/index.js'], {
    cwd: folder,
    env: { ...environment, PORT: String(port), ADMIN_PORT: String(adminPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => void (await end(site)));
  let log = '';
  site.stdout.on('data', (chunk) => {
    log += chunk;
  });
  await expect.poll(() => log, { timeout: 10_000 }).toContain('ready on');
  const form = new URLSearchParams({
    name: 'A',
    mobile: '020 7946 0000',
    email: 'a@example.com',
    message: '',
  });
  expect(
    (await fetch(`${environment.SITE}/contact.php`, { method: 'POST', body: form })).status,
  ).toBe(200);
  writeFileSync(join(folder, 'site.log'), log);
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
    expect(stderr.replace(/^The store in .*\n/, ''), commands).toBe('');
    expect(status, commands).toBeOneOf([0, 1]); // 1: grep found nothing to complain of
  }
});
