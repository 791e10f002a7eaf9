import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/site-file.ts';

const analyse = (...words: string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });

test.each(['website.service', 'website-backup.service', 'website-backup.timer'])(
  'systemd finds nothing to complain of in %s',
  (unit) => {
    const said = analyse('verify', `deploy/systemd/${unit}`);
    expect(said).toMatchObject({ status: 0, stdout: '', stderr: '' });
  },
);

test('systemd finds nothing to complain of in what is added to Caddy', () => {
  const folder = temporaryFolder();
  const unit = join(folder, 'caddy.service');
  cpSync('/lib/systemd/system/caddy.service', unit);
  mkdirSync(`${unit}.d`);
  cpSync('deploy/systemd/caddy.conf', join(`${unit}.d`, 'website.conf'));
  expect(analyse('verify', unit)).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

// Of 10. The service listens, writes its folder and compiles as it runs; the backup only writes.
test.each([
  ['website.service', 13],
  ['website-backup.service', 7],
])('%s has no rights that it does not need', (unit, tenths) => {
  const file = `deploy/systemd/${unit}`;
  const { status, stdout } = analyse('security', '--offline=true', `--threshold=${tenths}`, file);
  expect(status, stdout).toBe(0);
});
