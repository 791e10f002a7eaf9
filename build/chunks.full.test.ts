import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Manifest } from '../server/http/assets.ts';
import { buildEdited, type Edit } from '../test/support/edited-build.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // each test is a build

const readManifest = (dist: string): Manifest =>
  JSON.parse(readFileSync(join(dist, 'server/manifest.json'), 'utf8'));

/** Addresses of the scripts of all pages, without any edit. */
let before: Set<string>;

beforeAll(() => {
  // Not that of `dist`: names depend on where the packages are from there, too.
  const { dist, remove } = buildEdited([]);
  before = new Set(Object.values(readManifest(dist).pageFiles).flat());
  remove();
});

/**
 * Returns the scripts that a visitor with those of `before` loads again after these edits, by page.
 */
function loadedAgain(...edits: Edit[]) {
  const { dist, remove } = buildEdited(edits);
  onTestFinished(remove);
  const { pageFiles } = readManifest(dist);
  return (page: keyof Manifest['pageFiles']) =>
    pageFiles[page]
      .filter((address) => !before.has(address))
      .map((address) => ({
        name: basename(address).replace(/-\w{8}\.js$/, ''),
        bytes: statSync(join(dist, 'public', address)).size,
      }));
}

const namesOf = (files: { name: string }[]) => files.map(({ name }) => name).sort();

test('renames only the frame of the site after a change of the header', () => {
  const again = loadedAgain(['shared/navigation/Header.tsx', '<header', '<header title="new"']);
  for (const page of ['home', 'about', 'blog-post', 'privacy-policy'] as const)
    expect(namesOf(again(page)), page).toEqual(['hydrate', 'index']);
});

test('a change of a page is a new name for it and for the frame', () => {
  const again = loadedAgain(['shared/pages/About.tsx', '"About us"', '"All about us"']);
  expect(namesOf(again('about'))).toEqual(['About', 'hydrate', 'index']);
  expect(namesOf(again('home'))).toEqual(['hydrate', 'index']);
});

test('a change of what pages share leaves React as it is', () => {
  const scripts = loadedAgain(['shared/ui/CallButton.tsx', '`Call ${', '`Ring ${'])('home');
  expect(namesOf(scripts)).toContain('Home');
  const react = 150_000;
  expect(Math.max(...scripts.map(({ bytes }) => bytes))).toBeLessThan(react);
});
