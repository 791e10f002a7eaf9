import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { permissionFlags } from '../../../server/start.ts';
import { spawnSite, startSiteProcess } from '../../support/site-process.ts';
import { callbackFields } from '../../support/typed.ts';

/** Attempts of a faulty dependency inside the site; they run on SIGUSR2. */
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

const FORM = new URLSearchParams(callbackFields({}));

test('the site reads its build and writes DATA_DIR, and is refused everything else', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toMatch(/ dist\/server\/start\.js$/);
  const folder = mkdtempSync(join(tmpdir(), 'named-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secret'), 'a-password-of-the-desk');
  // As Kubernetes mounts a ConfigMap: the second link is swapped when it changes.
  mkdirSync(join(folder, '..2026'));
  writeFileSync(join(folder, '..2026', 'site.json'), '{"company":{"name":"Named by a file"}}');
  symlinkSync('..2026', join(folder, '..data'));
  symlinkSync(join('..data', 'site.json'), join(folder, 'site.json'));
  const site = await startSiteProcess(
    {
      DESK_PASSWORD_FILE: join(folder, 'secret'),
      SITE_FILE: join(folder, 'site.json'),
      OTHER_FILE: '/etc/passwd',
      ANOTHER_FILE: '/',
    },
    [`--import=data:text/javascript,${encodeURIComponent(ATTEMPTS)}`],
    'dist/server/start.js',
  );
  expect(await (await fetch(site.url)).text()).toContain('Named by a file');
  const answer = await fetch(`${site.url}/contact.php`, { method: 'POST', body: FORM });
  expect(answer.status).toBe(200);
  expect(existsSync(join(site.dataDir, 'site.db'))).toBe(true);

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

test('the folders above DATA_DIR are made with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'above-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const DATA_DIR = join(folder, 'no', 'such', 'folder');
  await startSiteProcess({ DATA_DIR }, [], 'dist/server/start.js');
  expect(existsSync(join(DATA_DIR, 'site.db'))).toBe(true);
});

test('a site whose DATA_DIR cannot be made serves, says why, and stops', async () => {
  const site = await spawnSite({ DATA_DIR: '/proc/none' }, [], 'dist/server/start.js');
  const fault = () => site.log().find(({ level }) => level === 50);
  await expect.poll(fault, { timeout: 15_000 }).toMatchObject({
    err: { code: 'ENOENT', message: expect.stringContaining("mkdir '/proc/none'") },
    msg: 'the database cannot be opened: callback requests are refused until it can',
  });
  expect((await fetch(site.url)).status).toBe(200);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});

/**
 * Returns the paths that a secret's file and a certificate open, beside those that are always open.
 */
function opened(path: string): string[] {
  const database = `postgres://db/website?sslrootcert=${encodeURIComponent(path)}`;
  const environment = { SITE_FILE: path, DESK_PASSWORD_FILE: path, DATABASE_URL: database };
  const always = permissionFlags({}, '/site/server');
  return permissionFlags(environment, '/site/server').filter((option) => !always.includes(option));
}

test.each(['/', '/etc', '/etc/', '/etc/ssl/..', '/etc/*', '/etc/pass*', '*'])(
  '%s in place of a file opens nothing',
  (path) => expect(opened(path)).toEqual([]),
);

test('a file that is missing at the start may be read later, with its folder', () => {
  expect(new Set(opened('/nowhere/secret'))).toEqual(
    new Set(['/nowhere/secret', '/nowhere', '/nowhere/*'].map((path) => `--allow-fs-read=${path}`)),
  );
});
