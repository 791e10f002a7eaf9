import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sharedSite } from '../../test/support/site.ts';

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

/** Answered once they are configured, or with a slug or a file. */
const NOT_FOUND = [
  '/search',
  '/api/posts/',
  '/api/pages/',
  '/preview',
  '/static/',
  '/webhooks/contentful',
];

test('a kept not-found page stands in no way of an address that is answered', async () => {
  const { url } = await sharedSite();
  const missing = () => fetch(`${url}/no-such-page`).then(({ headers }) => headers);
  // Only what is kept tells its length.
  await expect.poll(async () => (await missing()).has('content-length')).toBe(true);
  const notFound: string[] = [];
  for (const path of documentedAddresses())
    if ((await fetch(url + path, { redirect: 'manual' })).status === 404) notFound.push(path);
  expect(notFound).toEqual(NOT_FOUND);
});
