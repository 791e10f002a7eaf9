import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
}

const LOCK = readFileSync('package-lock.json', 'utf8');
const PACKAGES = Object.entries(
  (JSON.parse(LOCK) as { packages: Record<string, LockedPackage> }).packages,
);
const OWN = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

test('no package that runs React on requests (react-server-dom-*) is installed', () => {
  expect(
    PACKAGES.map(([path]) => path).filter((path) => path.includes('react-server-dom')),
  ).toEqual([]);
  expect(LOCK).not.toContain('react-server-dom-');
});

test('the lock file names no registry, so that none can be put in its place, and pins the bytes of every package', () => {
  expect(LOCK).not.toMatch(/"resolved"|https?:[^"]*\.tgz/);
  // Not for parts that only other platforms install: npm leaves them out, here and in the
  // container.
  const unpinned = PACKAGES.filter(
    ([path, { integrity, optional }]) =>
      path !== '' && !optional && !integrity?.startsWith('sha512-'),
  );
  expect(unpinned.map(([path]) => path)).toEqual([]);
});

test('every dependency of the project is one exact version', () => {
  const versions = Object.entries({ ...OWN.dependencies, ...OWN.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

test('a package runs a script on install only when package.json approves it', () => {
  const named = PACKAGES.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) =>
    path.replace(/^.*node_modules\//, ''),
  );
  expect(named.filter((name) => !OWN.allowScripts[name] && !OPTIONAL.has(name))).toEqual([]);
});

/**
 * Native parts for macOS that npm leaves out everywhere else; without their script they are simply
 * not used.
 */
const OPTIONAL = new Set(['fsevents']);

test('every production dependency is named in the README, with why it is there', () => {
  const readme = readFileSync('README.md', 'utf8');
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'));
  expect(
    Object.keys(OWN.dependencies).filter(
      (name) => !rows.some((row) => row.includes(`\`${name}\``)),
    ),
  ).toEqual([]);
});
