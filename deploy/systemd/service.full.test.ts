import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const UNIT = 'deploy/systemd/website.service';
const analyse = (...words: string[]) =>
  spawnSync('systemd-analyze', [...words, UNIT], { encoding: 'utf8' });

test('systemd finds nothing to complain of in the service', () => {
  expect(analyse('verify')).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test('the service has no right but to listen, to write its folder and to compile as it runs: 1.3 of 10', () => {
  const { status, stdout } = analyse('security', '--offline=true', '--threshold=13');
  expect(status, stdout).toBe(0);
});
