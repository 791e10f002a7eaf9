import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../esbuild.config.ts';

const licences = readFileSync('dist/licences.txt', 'utf8');
const listed = [...licences.matchAll(/^(\S+) (\d[\w.-]*) \([^)]+\)$/gm)].map(
  ([, name, version]) => `${name}@${version}`,
);

test('dist holds the licence of the packages whose code it carries, of server and browser', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['react', 'express', 'pg', 'pino', 'web-vitals', 'zod'])
    expect(listed).toContain(`${name}@${dependencies[name]}`);
  expect(licences).toContain('Copyright (c) Meta Platforms');
});

test('the bill of materials names the same packages, with the bytes that the lock file pins', () => {
  const { bomFormat, components } = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map((component: Record<string, string>) => component['bom-ref'])).toEqual(
    listed,
  );
  for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[\da-f]{128}$/);
});

test('a second build of the same sources is the same, byte for byte', async () => {
  const out = mkdtempSync('dist-'); // beside dist: maps name sources by the way from there
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  await buildSite({ out });
  const files = readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice('dist/'.length));
  expect(files.length).toBeGreaterThan(50);
  const same = (file: string) =>
    readFileSync(join(out, file)).equals(readFileSync(join('dist', file)));
  expect(files.filter((file) => !same(file))).toEqual([]);
});
