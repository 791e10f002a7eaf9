import { spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { startSiteProcess } from '../../../test/support/site-process.ts';

function folderWith(env: string): string {
  const folder = realpathSync(temporaryFolder());
  writeFileSync(join(folder, '.env'), env);
  return folder;
}

/** A built program in this folder, with this environment and nothing of ours. */
function run(program: string, cwd: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve('dist/server', program)],
    { cwd, env, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

test('reads .env in the working folder under its permissions; the environment wins', async () => {
  // With the byte order mark of some editors.
  const folder = folderWith('\uFEFFSITE_FILE=own.json\nSITE_URL=https://file.example\n');
  writeFileSync(join(folder, 'own.json'), '{"company":{"name":"Named by a file"}}');
  const environment = { SITE_URL: 'https://environment.example' };
  const site = await startSiteProcess(environment, [], resolve('dist/server/start.js'), folder);
  expect(site.output()).toContain(`Using the settings in ${join(folder, '.env')}.\n`);
  const home = await (await fetch(site.url)).text();
  expect(home).toContain('Named by a file');
  expect(home).toContain('href="https://environment.example/"');
});

test('golive, callbacks and content:check read it too, and say so', () => {
  const folder = folderWith('SITE_URL=https://www.example.com\nDATA_DIR=kept\n');
  const said = `Using the settings in ${join(folder, '.env')}.\n`;
  const list = run('golive.js', folder);
  expect(list.stderr).toBe(said);
  expect(list.stdout).not.toContain('SITE_URL is not set');
  expect(run('callbacks.js', folder).stderr).toContain(
    `${said}Callback requests in kept/site.db.\n`,
  );
  expect(run('content-check.js', folder).stderr).toContain(said);
  expect(run('golive.js', folder, { SITE_URL: '' }).stdout).toContain('SITE_URL is not set');
});

test('setup is among the built programs, and writes where the container finds it', () => {
  const folder = folderWith('');
  const begun = run('setup.js', folder);
  expect(begun.stderr).toContain('Run setup again to carry on');
  expect(begun.stdout).toContain('Your answers are saved in site/site.yaml and .env');
  expect(begun.stdout).not.toContain('Must be fixed');
});

test.each([
  ['an open quote', `A=1\nSMTP_URL='smtps://canary\n`, 2],
  ['no name', 'canary\n', 1],
  ['words behind a value in quotes', '\n# Ours\nA="a" canary', 3],
  ['a # that would end a password', 'A=b # fine\nSMTP_URL=smtps://user:canary#1@host', 2],
])('%s in .env stops the start and is named with its line', (_what, env, line) => {
  const folder = folderWith(env);
  const { status, stdout, stderr } = run('start.js', folder);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^${join(folder, '.env')}: line ${line}: must be NAME=value.*\n$`),
  );
  expect(stderr).not.toContain('canary');
});
