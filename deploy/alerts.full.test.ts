import { spawnSync } from 'node:child_process';
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

test('promtool finds nothing wrong with the metrics of a running site', async () => {
  const adminPort = String(await freePort());
  const site = await startSiteProcess({ ADMIN_PORT: adminPort });
  for (const path of ['/', '/blogs', '/no-such-page']) await fetch(site.url + path);
  await fetch(`${site.url}/about`, { method: 'PROPFIND' });
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  expect(promtool(['check', 'metrics'], metrics)).toEqual({ status: 0, said: '' });
  expect(metrics).toMatch(/^site_build_info\{build="[^"]+",node="v\d[^"]+"\} 1$/m);
  expect(metrics).toMatch(/^content_age_seconds \d/m);
  for (const name of ['free', 'size'])
    expect(metrics).toMatch(new RegExp(`^data_disk_${name}_bytes [1-9]`, 'm'));
});
