import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freePort } from '../test/support/free-port.ts';
import { startSiteProcess } from '../test/support/site-process.ts';

function promtool(words: string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', words, { input, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test.each([
  ['check', 'deploy/prometheus/alerts.yaml'],
  ['test', 'deploy/prometheus/alerts.test.yaml'],
])('promtool %s rules finds nothing wrong', (command, file) => {
  const { status, said } = promtool([command, 'rules', file]);
  expect(status, said).toBe(0);
});

test('promtool finds nothing wrong with the example, which has the alerts', () => {
  const { status, said } = promtool(['check', 'config', 'deploy/prometheus/prometheus.yaml']);
  expect(status, said).toBe(0);
  expect(said).toContain('alerts.yaml');
});

test('promtool finds nothing wrong with the metrics of a running site', async () => {
  const adminPort = String(await freePort());
  const site = await startSiteProcess({ ADMIN_PORT: adminPort });
  for (const path of ['/', '/blogs', '/no-such-page']) await fetch(site.url + path);
  await fetch(`${site.url}/about`, { method: 'PROPFIND' });
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  expect(promtool(['check', 'metrics'], metrics)).toEqual({ status: 0, said: '' });
  const { build, version, commit } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8'));
  const labels = `build="${build}",version="${version}",commit="${commit ?? 'unknown'}"`;
  expect(metrics).toContain(`site_build_info{${labels},node="${process.version}"} 1`);
  const ready = () => site.log().find(({ msg }) => String(msg).startsWith('ready on '));
  await expect.poll(ready).toMatchObject({ build, version, commit });
  expect(metrics).toMatch(/^content_age_seconds \d/m);
  for (const name of ['free', 'size'])
    expect(metrics).toMatch(new RegExp(`^data_disk_${name}_bytes [1-9]`, 'm'));
});
