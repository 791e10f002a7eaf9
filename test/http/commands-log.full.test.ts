import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** Runs the built site with its standard output redirected. */
async function spawnWith(output: number | 'pipe') {
  const [port, adminPort] = [await freePort(), await freePort()];
  const dataDir = mkdtempSync(join(tmpdir(), 'log-output-'));
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PORT: String(adminPort),
      DRAIN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', output, 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  const dropped = async () => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    return Number(/^log_lines_dropped_total (\d+)/m.exec(text)?.[1]);
  };
  const ask = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      expect((await fetch(`${url}/about`)).status).toBe(200);
  };
  return { child, ended, dropped, ask };
}

test('a full disk costs log lines, which are counted, and neither requests nor the end', async () => {
  const full = openSync('/dev/full', 'w');
  const { child, ended, dropped, ask } = await spawnWith(full);
  closeSync(full);
  await ask(20);
  await expect.poll(dropped).toBeGreaterThan(20);
  await ask(20);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a log pipe that is closed costs log lines, which are counted, and neither requests nor the end', async () => {
  const { child, ended, dropped, ask } = await spawnWith('pipe');
  child.stdout?.destroy();
  await ask(20);
  await expect.poll(dropped).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('a log pipe that nobody reads costs neither requests nor the end', async () => {
  const { child, ended, ask } = await spawnWith('pipe');
  child.stdout?.pause();
  await ask(1500);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
