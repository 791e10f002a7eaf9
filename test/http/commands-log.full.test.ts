import { closeSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startSiteProcess } from '../support/site-process.ts';

/** Runs the built site with its standard output redirected. */
async function startWith(stdout: number | 'pipe') {
  const adminPort = await freePort();
  const environment = { ADMIN_PORT: String(adminPort), DRAIN_DELAY_SECONDS: '0' };
  const site = await startSiteProcess(environment, [], 'dist/server/index.js', '.', stdout);
  const dropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    return Number(/^log_lines_dropped_total (\d+)/m.exec(text)?.[1]);
  };
  const ask = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      expect((await fetch(`${site.url}/about`)).status).toBe(200);
  };
  const stop = () => {
    site.process.kill('SIGTERM');
    return site.ended;
  };
  return { output: site.process.stdout, dropped, ask, stop };
}

test('a full disk costs log lines, which are counted, and neither requests nor the end', async () => {
  const full = openSync('/dev/full', 'w');
  const { dropped, ask, stop } = await startWith(full);
  closeSync(full);
  await ask(20);
  await expect.poll(dropped).toBeGreaterThan(20);
  await ask(20);
  expect(await stop()).toBe(0);
});

test('a closed log pipe costs log lines, which are counted, and no requests', async () => {
  const { output, dropped, ask, stop } = await startWith('pipe');
  output?.destroy();
  await ask(20);
  await expect.poll(dropped).toBeGreaterThan(0);
  expect(await stop()).toBe(0);
});

test('a log pipe that nobody reads costs neither requests nor the end', async () => {
  const { output, ask, stop } = await startWith('pipe');
  output?.pause();
  await ask(1500);
  const ended = stop();
  output?.resume(); // or the test would wait for its end
  expect(await ended).toBe(0);
});
