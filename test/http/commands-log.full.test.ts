import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/site-file.ts';
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
  const { pid } = site.process;
  return { pid: String(pid), output: site.process.stdout, dropped, ask, stop };
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

test('a line that a full disk has cut short does not swallow the one after it', async () => {
  const path = join(temporaryFolder(), 'log');
  const file = openSync(path, 'a');
  const { pid, dropped, ask, stop } = await startWith(file);
  closeSync(file);
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', pid, `--fsize=${bytes}:unlimited`]);
  const linesWritten = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  await expect.poll(linesWritten).toContainEqual(expect.stringContaining('"port":'));
  const size = statSync(path).size + 20;
  limit(size);
  await ask(5);
  await expect.poll(dropped).toBeGreaterThan(4);
  expect(statSync(path).size).toBe(size);
  const before = await dropped();
  await ask(5);
  await expect.poll(dropped).toBeGreaterThan(before + 4);
  const lost = await dropped();
  limit('unlimited');
  await ask(5);
  expect(await stop()).toBe(0);
  const [torn, ...whole] = linesWritten().filter((line) => !line.endsWith('}'));
  expect([torn?.length, whole]).toEqual([20, []]);
  for (const line of linesWritten()) if (line !== torn) JSON.parse(line);
  // The database, which cannot grow either, has lost lines of its own.
  const written = linesWritten().filter((line) => line.includes('/about')).length;
  expect(written + lost).toBeGreaterThanOrEqual(15);
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
