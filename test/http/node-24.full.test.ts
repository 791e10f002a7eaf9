import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 300_000 }); // downloads a runtime and runs other tests with it

const RUNTIME = `node-${process.platform}-${process.arch}`;
/** The tests that start the built site as a process of its own, by the project that runs them. */
const TESTS = {
  unit: ['server/config/env/env-file.test.ts', 'test/http/environment.test.ts'],
  full: ['test/http/commands.full.test.ts', 'test/http/security/permissions.full.test.ts'],
};

test('the built site keeps on Node 24 what it keeps on the pinned Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'node-24-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('npm', ['install', '--prefix', folder, `${RUNTIME}@24.21.0`]);
  const node = join(folder, 'node_modules', RUNTIME, 'bin/node');
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  for (const [project, files] of Object.entries(TESTS)) {
    const { stdout } = spawnSync(node, [vitest, 'run', '--project', project, ...files], {
      env: { PATH: `${dirname(node)}:${process.env.PATH}`, NO_COLOR: '1' },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(new RegExp(`Test Files +${files.length} passed \\(${files.length}\\)`));
  }
});
