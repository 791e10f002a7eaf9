import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const WORKFLOWS = globSync('.github/workflows/*.yml');
const readWorkflow = (name: string) => readFileSync(`.github/workflows/${name}.yml`, 'utf8');

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

test('a release publishes and signs only what was built once, tested and run', () => {
  const { on, jobs } = parse(readWorkflow('release'));
  expect(on).toEqual({ push: { tags: ['v*'] } });
  expect(jobs.test.uses).toBe('./.github/workflows/test.yml');
  expect(parse(readWorkflow('test')).on).toHaveProperty('workflow_call');
  expect([jobs.image.needs, jobs.release.needs]).toEqual(['test', 'image']);
  const { include } = jobs.image.strategy.matrix;
  expect(include.map(({ arch }: { arch: string }) => arch)).toEqual(['amd64', 'arm64']);
  const stepsOf = (job: string) => jobs[job].steps.map((step: object) => JSON.stringify(step));
  const placeOf = (job: string, word: string) =>
    stepsOf(job).findIndex((step: string) => step.includes(word));
  for (const [job, ...order] of [
    ['image', 'build-push-action', 'try-release.sh', 'docker push'],
    ['release', 'npm run pack', 'try-release.sh', 'imagetools create', 'attest-', 'gh release'],
  ] as const) {
    const places = order.map((word) => placeOf(job, word));
    expect(places, job).toEqual(places.toSorted((a, b) => a - b));
    expect(places, job).not.toContain(-1);
  }
  // Built again, it would not be what was run.
  expect(stepsOf('image').filter((step: string) => step.includes('build-push'))).toHaveLength(1);
  expect(stepsOf('release').join()).not.toContain('build-push');
});

test('no workflow has more rights than to read, but for what it names', () => {
  for (const file of WORKFLOWS) {
    const { permissions, jobs } = parse(readFileSync(file, 'utf8'));
    expect(permissions).toEqual({ contents: 'read' });
    for (const { permissions: more = {} } of Object.values<{ permissions?: object }>(jobs))
      for (const [right, level] of Object.entries(more))
        if (level !== 'read')
          expect(['contents', 'packages', 'security-events', 'id-token', 'attestations']).toContain(
            right,
          );
  }
});
