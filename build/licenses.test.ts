import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const licences = readFileSync('dist/licences.txt', 'utf8');
const listed = [...licences.matchAll(/^(\S+) (\d[\w.-]*) \([^)]+\)$/gm)].map(
  ([, name, version]) => `${name}@${version}`,
);

test('dist holds the licence of every package whose code it carries', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['react', 'express', 'pg', 'pino', 'web-vitals', 'zod'])
    expect(listed).toContain(`${name}@${dependencies[name]}`);
  expect(licences).toContain('Copyright (c) Meta Platforms');
});

test('the bill of materials names the same packages with the hashes of the lock file', () => {
  const { bomFormat, components } = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map((component: Record<string, string>) => component['bom-ref'])).toEqual(
    listed,
  );
  for (const { hashes } of components) expect(hashes[0].content).toMatch(/^[\da-f]{128}$/);
});
