import { readFileSync } from 'node:fs';
import type { Manifest } from '../../server/http/assets.ts';
import { createGate } from './connection/late.ts';
import { expect, test } from './console.ts';
import { waitForHydration } from './hydrated.ts';

/** Fetched in an idle moment, for another page or for a failure. */
const LATER = /static\/js\/(StandIn|write-head)-/;

for (const [id, path, chunk, sections] of [
  ['home', '/', 'Home', ['CallbackSection', 'chunk']],
  ['content-page', '/taxi-drivers', 'ContentPage', ['CallbackSection', 'chunk']],
  ['accident', '/accident', 'Accident', []],
  ['blog-post', '/blogs/credit-hire-in-plain-english', 'BlogPost', []],
] as const)
  test(`the scripts counted for ${id} are those that come before React`, async ({ page }) => {
    const { pageFiles } = JSON.parse(readFileSync('dist/server/manifest.json', 'utf8')) as Manifest;
    const counted = pageFiles[id].filter((address) => address.endsWith('.js'));
    const loaded = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script' && !LATER.test(pathname)) loaded.add(pathname);
    });
    await page.route(LATER, (route) => route.fulfill({ contentType: 'text/javascript' }));
    const late = createGate();
    await page.route(`**/static/js/${chunk}-*.js`, late.hold);
    await page.goto(path);
    await page.keyboard.press('Shift');
    await expect.poll(() => [...loaded].sort()).toEqual(counted.toSorted());
    await late.letGo();
    await waitForHydration(page);
    const after = [...loaded].filter((address) => !counted.includes(address));
    expect(after.map((address) => address.replace(/.*\/|-\w+\.js$/g, '')).sort()).toEqual(sections);
  });
