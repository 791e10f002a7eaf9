import { readFileSync } from 'node:fs';
import type { Manifest } from '../../server/http/assets.ts';
import { expect, test } from './console.ts';
import { hydrated } from './hydrated.ts';

for (const [id, path] of [
  ['home', '/'],
  ['accident', '/accident'],
  ['blog-post', '/blogs/credit-hire-in-plain-english'],
] as const)
  test(`the scripts counted for ${id} are those that a browser loads`, async ({ page }) => {
    const { pageFiles } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
    const loaded = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname);
    });
    await page.goto(path);
    await hydrated(page);
    const counted = pageFiles[id].filter((address) => address.endsWith('.js'));
    expect([...loaded].sort()).toEqual(counted.sort());
  });
