import request from 'supertest';
import { expect, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { sharedSite } from '../support/site.ts';

test('every address that a page, the sitemap or the feed names inside the site answers 200, and every anchor is there', async () => {
  const site = await sharedSite();
  const fetched = new Map<string, { status: number; text: string }>();
  const get = async (path: string) => {
    const known = fetched.get(path);
    if (known) return known;
    const answer = await request(site.server).get(path).redirects(0);
    const found = {
      status: answer.status,
      text: Buffer.isBuffer(answer.body) ? answer.body.toString() : (answer.text ?? ''),
    };
    fetched.set(path, found);
    return found;
  };
  const broken: string[] = [];
  const waiting = [...STATIC_PATHS, '/sitemap.xml', '/feed.xml', '/manifest.webmanifest'];
  const seen = new Set(waiting);
  for (const from of waiting) {
    const { status, text } = await get(from);
    if (status !== 200) broken.push(`${from}: ${status}`);
    const base = `http://site.test${from}`;
    const named = text.matchAll(
      /(?:href|src|srcset)="([^"]+)"|content="(http[^"]+)"|<loc>([^<]+)|"src": ?"([^"]+)"/g,
    );
    for (const [, ...addresses] of named) {
      const address = (addresses.find(Boolean) ?? '')
        .replaceAll('&amp;', '&')
        .split(' ')[0] as string;
      const mentioned = /^(https?:\/\/site\.test|[/#])/.test(address) && !address.startsWith('//');
      if (!mentioned) continue;
      const { pathname, hash } = new URL(address, base);
      if (hash && pathname !== new URL(base).pathname) {
        const target = (await get(pathname)).text;
        if (!target.includes(`id="${hash.slice(1)}"`)) broken.push(`${from}: no ${address}`);
      } else if (hash && !text.includes(`id="${hash.slice(1)}"`))
        broken.push(`${from}: no ${address}`);
      if (seen.has(pathname)) continue;
      seen.add(pathname);
      if (/\.(js|woff2|svg|png|ico|pdf|xml|webmanifest)$/.test(pathname)) {
        if ((await get(pathname)).status !== 200) broken.push(`${from}: ${pathname}`);
      } else if (!pathname.startsWith('/contact.php')) waiting.push(pathname);
    }
  }
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});
