import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/site-file.ts';
import { readCommit } from './commit.ts';

test('where there is no history, the commit is the one that is given, or none', () => {
  const folder = temporaryFolder();
  expect(readCommit(folder, {})).toBeNull();
  expect(readCommit(folder, { COMMIT: '0123abc' })).toBe('0123abc');
});

test('the commit of a checkout says whether its files differ from it', () => {
  const folder = temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  writeFileSync(join(folder, 'file'), 'a');
  git('add', 'file');
  git('commit', '--quiet', '--message', 'First');
  const commit = git('rev-parse', '--short=12', 'HEAD').trim();
  expect(readCommit(folder, {})).toBe(commit);
  writeFileSync(join(folder, 'file'), 'b');
  expect(readCommit(folder, {})).toBe(`${commit}-dirty`);
});
