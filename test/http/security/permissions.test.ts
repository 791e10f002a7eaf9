import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSiteProcess } from '../../support/site-process.ts';

/** What a fault in a dependency could try, inside the site; done on SIGUSR2. */
const ATTEMPTS = `
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const tried = (attempt) => { try { attempt(); return 'done'; } catch ({ code }) { return code; } };
process.on('SIGUSR2', () => console.log(JSON.stringify({ attempts: {
  readOutside: tried(() => readFileSync('/etc/passwd')),
  readSources: tried(() => readFileSync('package.json')),
  writeOutside: tried(() => writeFileSync(process.env.DATA_DIR + '-other', '')),
  writeBuild: tried(() => writeFileSync('dist/server/site.js', '', { flag: 'a' })),
  run: tried(() => execFileSync('true')),
  nativeCode: tried(() => process.dlopen({ exports: {} }, 'none.node')),
  writeData: tried(() => writeFileSync(process.env.DATA_DIR + '/mine', '')),
} })));`;

const FORM = new URLSearchParams({
  name: 'A',
  mobile: '020 7946 0000',
  email: 'a@example.com',
  message: '',
});

test('as it is started, the site reads its build and writes DATA_DIR, and is refused everything else', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toMatch(/ dist\/server\/start\.js$/);
  const folder = mkdtempSync(join(tmpdir(), 'named-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secret'), 'a-password-of-the-desk');
  writeFileSync(join(folder, 'site.json'), '{"company":{"name":"Named by a file"}}');
  const site = await startSiteProcess(
    { DESK_PASSWORD_FILE: join(folder, 'secret'), SITE_FILE: join(folder, 'site.json') },
    [`--import=data:text/javascript,${encodeURIComponent(ATTEMPTS)}`],
    'dist/server/start.js',
  );
  expect(await (await fetch(site.url)).text()).toContain('Named by a file');
  const answer = await fetch(`${site.url}/contact.php`, { method: 'POST', body: FORM });
  expect(answer.status).toBe(200);
  expect(existsSync(join(site.dataDir, 'callbacks'))).toBe(true);

  site.process.kill('SIGUSR2');
  const done = () => site.log().find((line) => line.attempts)?.attempts;
  await expect.poll(done).toEqual({
    readOutside: 'ERR_ACCESS_DENIED',
    readSources: 'ERR_ACCESS_DENIED',
    writeOutside: 'ERR_ACCESS_DENIED',
    writeBuild: 'ERR_ACCESS_DENIED',
    run: 'ERR_ACCESS_DENIED',
    nativeCode: 'ERR_DLOPEN_DISABLED',
    writeData: 'done',
  });

  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  expect(site.output()).not.toMatch(/Warning|ERR_ACCESS_DENIED.*store/);
});
