import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send } from '../../support/send.ts';
import { sharedSite, startSite, type TestSite } from '../../support/site.ts';

/** Headers that an attacker sends so that the next visitor gets another page. */
const EVIL: Record<string, string> = {
  Host: 'evil.example',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Port': '1337',
  'X-Forwarded-Prefix': '/evil',
  'X-Forwarded-For': '6.6.6.6',
  'X-Original-URL': '/evil',
  'X-Rewrite-URL': '/evil',
  'X-HTTP-Method-Override': 'POST',
  'X-Middleware-Subrequest': 'middleware',
  Forwarded: 'for=6.6.6.6;host=evil.example;proto=gopher',
  Cookie: 'evil=1; preview=1',
  Authorization: 'Bearer evil',
  Accept: 'application/json',
  'Accept-Language': 'xx-EVIL',
  Range: 'bytes=0-9',
  'Content-Type': 'application/x-www-form-urlencoded',
  'Content-Length': '6',
  'Cache-Control': 'no-cache',
  Purpose: 'prefetch',
};

const PATHS = [
  '/',
  '/about',
  '/contact',
  '/blogs',
  '/no-such-page',
  '/about/',
  '/robots.txt',
  '/sitemap.xml',
  '/feed.xml',
  '/api/posts',
];

/** Headers that say nothing about the page: when it was sent, and over which connection. */
const CHANGING = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/** Makes one request for the site's own host, unless the headers name another. */
async function ask({ url }: TestSite, path: string, headers = {}, body = '') {
  const answer = await send(url + path, { Host: 'site.test', ...headers }, 'GET', body);
  const lasting = Object.entries(answer.headers).filter(([name]) => !CHANGING.includes(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(lasting),
    body: unpack(answer.headers, answer.body),
  };
}

function unpack({ 'content-encoding': encoding }: IncomingHttpHeaders, bytes: Buffer): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return encoding === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
}

const cachedBytes = async (site: TestSite) =>
  (await site.metrics.pageCacheBytes.get()).values[0]?.value ?? 0;

test("forged headers, cookies and a body change no byte of anybody's response", async () => {
  const clean = await sharedSite();
  const attacked = await startSite({ TRUST_PROXY: '1' });
  for (const path of PATHS) {
    const expected = await ask(clean, path);
    // Cold, so that whatever can be kept will be; then warm.
    for (let turn = 0; turn < 3; turn += 1) {
      const forged = await ask(attacked, `${path}?evil=${turn}`, EVIL, 'evil=1');
      if (forged.status !== 301) expect(forged, path).toEqual(expected);
    }
    await expect.poll(() => ask(attacked, path), { message: path }).toEqual(expected);
    expect(JSON.stringify(expected), path).not.toContain('evil');
  }
  // Not even what the answers tell shared caches about themselves.
  expect((await ask(attacked, '/about/?evil=1', EVIL, 'evil=1')).headers.location).toBe(
    '/about?evil=1',
  );
});

test('a page has the same text and headers in every encoding, rendered or cached', async () => {
  const site = await startSite();
  for (const path of ['/', '/blogs', '/no-such-page', '/feed.xml', '/api/posts']) {
    const askIn = async (encoding: string) => {
      const { status, body, headers } = await ask(site, path, { 'Accept-Encoding': encoding });
      return { status, body, headers: { ...headers, 'content-encoding': '' } };
    };
    const first = await askIn('br');
    expect(first.body.length, path).toBeGreaterThan(100);
    for (const encoding of ['gzip', 'identity', 'br', 'gzip', 'identity'])
      expect(await askIn(encoding), `${path} ${encoding}`).toEqual(first);
  }
});

test('only a whole page with status 200 is cached by its path; a 404 once for its kind', async () => {
  const site = await startSite();
  const refused = async (number: number) => {
    for (const path of [
      `/no-such-page-${number}`,
      `/blogs/no-such-post-${number}`,
      `/blogs/page/9${number}`,
      '/about/',
      '/%',
      '/preview',
      '/healthz',
      '/robots.txt',
      '/api/posts',
      '/favicon.svg',
    ])
      await ask(site, path);
  };
  await refused(1);
  const before = await cachedBytes(site);
  await refused(2);
  for (const method of ['HEAD', 'POST', 'PUT', 'OPTIONS'])
    await fetch(`${site.url}/blogs`, { method });
  await ask(site, '/blogs', { 'If-None-Match': '*' });
  expect(await cachedBytes(site)).toBe(before);
  expect((await ask(site, '/blogs', { Range: 'bytes=0-1' })).status).toBe(200);
  await expect.poll(() => cachedBytes(site)).toBeGreaterThan(before);
});
