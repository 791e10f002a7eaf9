import { readFileSync } from 'node:fs';
import type { Manifest } from '../../server/http/assets.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

/** Fetched in an idle moment, for another page or for a failure. */
const LATER = /static\/js\/(StandIn|write-head)-/;

for (const [id, path] of [
  ['home', '/'],
  ['accident', '/accident'],
  ['blog-post', '/blogs/credit-hire-in-plain-english'],
] as const)
  test(`the scripts counted for ${id} are those that a browser loads`, async ({ page }) => {
    const { pageFiles } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script' && !LATER.test(pathname)) loaded.add(pathname);
    });
    await page.route(LATER, (route) => route.fulfill({ contentType: 'text/javascript' }));
    await page.goto(path);
    await waitForHydration(page);
    const counted = pageFiles[id].filter((address) => address.endsWith('.js'));
    expect([...loaded].sort()).toEqual(counted.sort());
  });
