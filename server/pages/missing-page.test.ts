import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startSite } from '../../test/support/site.ts';

/** Addresses of docs/interface.md and of the built files, without parameters. */
function documentedAddresses(): string[] {
  const [table = ''] = /^## Addresses$[\s\S]*?(?=^## )/m.exec(
    readFileSync('docs/interface.md', 'utf8'),
  ) ?? [''];
  const named = [...table.matchAll(/`(?:GET|POST)? ?(\/[^`\s{?*]*)/g)].map(
    ([, path]) => path as string,
  );
  return [...new Set([...named, '/favicon.ico', '/manifest.webmanifest', '/service-worker.js'])];
}

test('a kept not-found page stands in no way of an address that is answered', async () => {
  const answer = async ({ url }: { url: string }, path: string) => {
    const { status, headers } = await fetch(url + path, { redirect: 'manual' });
    return { path, found: status !== 404, type: headers.get('content-type') };
  };
  const paths = documentedAddresses();
  expect(paths.length).toBeGreaterThan(10);
  const before: object[] = [];
  const fresh = await startSite();
  for (const path of paths) {
    const first = await answer(fresh, path);
    // A site of its own keeps no page yet.
    before.push(first.found ? first : await answer(await startSite(), path));
  }
  const site = await startSite();
  const missing = () => fetch(`${site.url}/no-such-page`).then(({ headers }) => headers);
  // Only what is kept tells its length.
  await expect.poll(async () => (await missing()).has('content-length')).toBe(true);
  expect(await Promise.all(paths.map((path) => answer(site, path)))).toEqual(before);
});
