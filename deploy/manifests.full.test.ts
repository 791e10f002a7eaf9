import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { temporaryFolder } from '../test/support/site-file.ts';

const objects = globSync('deploy/kubernetes/*.yaml').flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS()),
);

test('the manifests match the Kubernetes API schema without unknown fields', () => {
  const folder = temporaryFolder();
  const source = objects.map((object, index) => {
    const module = object.apiVersion === 'v1' ? 'core/v1' : object.apiVersion;
    const type = `import('kubernetes-types/${module}').${object.kind}`;
    return `export const m${index}: ${type} = ${JSON.stringify(object)};`;
  });
  writeFileSync(join(folder, 'manifests.ts'), source.join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    paths: { 'kubernetes-types/*': [`${resolve('node_modules/kubernetes-types')}/*`] },
  };
  const project = JSON.stringify({ compilerOptions, files: ['manifests.ts'] });
  writeFileSync(join(folder, 'tsconfig.json'), project);
  expect(() =>
    execFileSync('node_modules/.bin/tsc', ['-p', folder], { stdio: 'pipe', encoding: 'utf8' }),
  ).not.toThrow();
});
