import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Manifest } from '../server/http/assets.ts';
import { leftBy } from './previous.ts';

test('every script of the build has a source map, by build, which is neither served nor named', () => {
  const { build } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
  const scripts = globSync(['server/*.js', 'public/static/js/*.js'], {
    cwd: 'dist',
    exclude: ['server/index.js', 'server/service-worker.js'],
  });
  expect(scripts.length).toBeGreaterThan(15);
  const maps = globSync('**/*.map', { cwd: 'dist' });
  expect(maps.sort()).toEqual(scripts.map((script) => `maps/${build}/${script}.map`).sort());
  for (const script of scripts)
    expect(readFileSync(join('dist', script), 'utf8'), script).not.toContain('sourceMappingURL=');
});

test('a build hands its maps to the next one, and a folder without a build hands none', () => {
  expect(leftBy('dist').maps.size).toBe(globSync('dist/maps/*/**/*.map').length);
  const empty = mkdtempSync(join(tmpdir(), 'no-build-'));
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
  expect(leftBy(empty)).toEqual({ files: new Map(), maps: new Map() });
});
