import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/site-file.ts';

/** Cuts a changelog, as the release workflow does, where package.json has version 1.1.0. */
function cut(changelog: string, tag = 'v1.1.0', env: NodeJS.Dict<string> = {}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"version": "1.1.0"}');
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
  const program = resolve('build/release-notes.js');
  return spawnSync(process.execPath, [program, tag], { cwd: folder, env, encoding: 'utf8' });
}

test('a release is told what the changelog says about its version alone', () => {
  const { stdout, status } = cut(
    '# Changelog\n\nText.\n\n## [Unreleased]\n\n- Later\n\n## [1.1.0] - 2026-12-01\n\n- One\n- Two\n\n## [1.0.0] - 2026-11-26\n\nThree\n',
  );
  expect([stdout, status]).toEqual(['- One\n- Two\n', 0]);
});

test('links lead to the files of that version', () => {
  const forge = { GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'one/website' };
  const notes =
    '## [1.1.0] - 2026-12-01\n\n[How](docs/owner.md#claims), [law](https://x.example)\n';
  expect(cut(notes, 'v1.1.0', forge).stdout).toBe(
    '[How](https://forge.example/one/website/blob/v1.1.0/docs/owner.md#claims), [law](https://x.example)\n',
  );
});

test.each([
  ['another tag', '## [1.1.0] - 2026-12-01\n\n- One\n', 'v1.2.0'],
  ['no tag', '## [1.1.0] - 2026-12-01\n\n- One\n', ''],
  ['another version in the changelog', '## [1.0.0] - 2026-11-26\n\n- One\n', 'v1.1.0'],
  ['notes under no version', '## [Unreleased]\n\n- One\n\n## [1.0.0] - 2026-11-26\n', 'v1.1.0'],
  ['nothing about it', '## [1.1.0] - 2026-12-01\n\n## [1.0.0] - 2026-11-26\n\nOne', 'v1.1.0'],
  ['an empty changelog', '', 'v1.1.0'],
])('a release with %s stops and says why', (_, changelog, tag) => {
  const { stdout, stderr, status } = cut(changelog, tag);
  expect([stdout, status]).toEqual(['', 1]);
  expect(stderr).toMatch(/^(?:The tag is|CHANGELOG\.md says).*\.\n$/);
});

test('the changelog of these sources can be cut for their version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { status } = spawnSync(process.execPath, ['build/release-notes.js', `v${version}`]);
  expect(status).toBe(0);
});
