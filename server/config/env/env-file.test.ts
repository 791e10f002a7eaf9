import { spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/site-file.ts';
import { parseEnvText } from './env-file.ts';

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

test('a value ends with its line, whatever is behind it', () => {
  const text = `A= \r\n B = x=y\r\nexport C='two words' # said\n#D=1\nE=Ann's <a@b.example>\nF=`;
  expect(parseEnvText(text)).toEqual({
    A: '',
    B: 'x=y',
    C: 'two words',
    E: "Ann's <a@b.example>",
    F: '',
  });
});
