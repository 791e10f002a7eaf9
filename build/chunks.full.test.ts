import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Manifest } from '../server/http/assets.ts';
import { buildEdited, type Edit } from '../test/support/edited-build.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // each test is a build

const readManifest = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8'));

/** Addresses of the scripts of Home, without any edit. */
let before: Set<string>;

beforeAll(() => {
  // Not that of `dist`: names depend on where the packages are from there, too.
  const { dist, remove } = buildEdited([]);
  before = new Set(readManifest(dist).pageFiles.home);
  remove();
});

/** Returns the scripts of Home that a visitor with those of `before` loads again after an edit. */
function loadedAgain(edit: Edit) {
  const { dist, remove } = buildEdited([edit]);
  onTestFinished(remove);
  return readManifest(dist)
    .pageFiles.home.filter((address) => !before.has(address))
    .map((address) => ({
      name: basename(address).replace(/-\w{8}\.js$/, ''),
      bytes: statSync(join(dist, 'public', address)).size,
    }));
}

test.each<[string, Edit]>([
  ['the header', ['shared/navigation/Header.tsx', '<header', '<header title="new"']],
  ['a page', ['shared/pages/About.tsx', '"About us"', '"All about us"']],
  ['what pages share', ['shared/ui/CallButton.tsx', 'Call <bdi>', 'Ring <bdi>']],
])('a change of %s leaves React as it is', (_, edit) => {
  const scripts = loadedAgain(edit);
  expect(scripts.map(({ name }) => name)).toContain('Home');
  const react = 150_000;
  expect(Math.max(...scripts.map(({ bytes }) => bytes))).toBeLessThan(react);
});
