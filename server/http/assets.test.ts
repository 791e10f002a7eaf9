import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { send } from '../../test/support/send.ts';
import { sharedSite } from '../../test/support/site.ts';

/** The files this process has open, according to Linux. */
const DESCRIPTORS = '/proc/self/fd';

/** Counts the open files under a folder. */
function openFilesOf(folder: string): number {
  const leadsThere = (descriptor: string) => {
    try {
      return readlinkSync(join(DESCRIPTORS, descriptor)).startsWith(resolve(folder));
    } catch {
      return false; // closed meanwhile
    }
  };
  return readdirSync(DESCRIPTORS).filter(leadsThere).length;
}

/** Address of the largest script, which takes several reads. */
function largestScript(publicDir: string): string {
  const size = (name: string) => statSync(join(publicDir, 'static/js', name)).size;
  const scripts = readdirSync(join(publicDir, 'static/js')).filter((name) => name.endsWith('.js'));
  return `/static/js/${scripts.sort((a, b) => size(b) - size(a))[0]}`;
}

test.skipIf(!existsSync(DESCRIPTORS))(
  'visitors who leave halfway through a file leave nothing open',
  async () => {
    const site = await sharedSite();
    const address = largestScript(site.assets.publicDir);
    for (let number = 0; number < 50; number += 1)
      await new Promise<void>((left) => {
        const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
        socket.write(`GET ${address} HTTP/1.1\r\nHost: site.test\r\n\r\n`);
        socket.once('data', () => socket.destroy()).once('close', () => left());
      });
    await expect.poll(() => openFilesOf(site.assets.publicDir)).toBe(0);
  },
);

test('a file says what it is, which a browser told not to guess goes by', async () => {
  const site = await sharedSite();
  for (const [address, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/icon-192.png', 'image/png'],
    [site.assets.entry, 'text/javascript; charset=utf-8'],
  ] as const)
    expect((await request(site.server).get(address)).headers['content-type'], address).toBe(type);
});

test('redirects a few times for a file of another build, and returns 404 otherwise', async () => {
  const site = await sharedSite();
  const ask = (path: string, part?: string) =>
    request(site.server)
      .get(path)
      .set(part ? { 'Sec-Fetch-Dest': part } : {});
  let path = '/static/js/index-NOTTHERE.js';
  for (let times = 1; times <= 8; times += 1) {
    const { status, headers } = await ask(path, 'script');
    expect([status, headers['cache-control']]).toEqual([307, 'no-store']);
    path = headers.location as string;
    expect(path).toBe(`/static/again-${times}/js/index-NOTTHERE.js`);
  }
  expect((await ask(path, 'script')).status).toBe(404);
  expect((await ask('/static/js/index-NOTTHERE.js')).status).toBe(404);
  expect((await ask('/static/js/index-NOTTHERE.js', 'document')).status).toBe(404);
  expect((await ask('/static/js/none.js', 'script')).status).toBe(404);
  const there = await ask(site.assets.entry.replace('/static/', '/static/again-3/'), 'script');
  expect([there.status, there.text]).toEqual([200, (await ask(site.assets.entry)).text]);
});

test('a file of the site takes GET and HEAD alone, and says so', async () => {
  const site = await sharedSite();
  for (const address of [site.assets.entry, '/static/js/none.js', '/favicon.svg'])
    for (const method of ['post', 'put'] as const) {
      const { status, headers } = await request(site.server)[method](address);
      expect([status, headers.allow], `${method} ${address}`).toEqual([405, 'GET, HEAD']);
    }
});

test('a file named by its content is kept for ever, a missing one is not kept', async () => {
  const site = await sharedSite();
  const script = await request(site.server).get(site.assets.entry).set('Accept-Encoding', 'br');
  expect(script.status).toBe(200);
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.headers['content-encoding']).toBe('br');
  const missing = await request(site.server).get('/static/js/none.js');
  expect(missing.status).toBe(404);
  expect(missing.headers['cache-control']).toBe('no-store');
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['brotli, gzipped', undefined],
])(
  'Accept-Encoding %s is answered alike by a page, a script and the API',
  async (accepted, encoding) => {
    const site = await sharedSite();
    for (const path of ['/about', site.assets.entry, '/favicon.svg', '/api/posts']) {
      const { headers } = await send(site.url + path, { 'Accept-Encoding': accepted });
      expect(headers['content-encoding'], path).toBe(encoding);
    }
  },
);

test('a 304 of a file has what caches go by, whatever the form of its condition', async () => {
  const site = await sharedSite();
  for (const path of [site.assets.entry, '/favicon.svg']) {
    const { headers } = await send(site.url + path);
    const { etag, vary, 'cache-control': cacheControl } = headers;
    expect([etag, vary]).toEqual([expect.any(String), 'Accept-Encoding']);
    for (const condition of [String(etag), `"x", ${etag}`, String(etag).replace('W/', ''), '*']) {
      const again = await send(site.url + path, { 'If-None-Match': condition });
      expect([again.status, again.body.length], condition).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, vary, 'cache-control': cacheControl });
      expect(again.headers['content-type']).toBeUndefined();
    }
    expect((await send(site.url + path, { 'If-None-Match': '"x"' })).status).toBe(200);
  }
  for (const path of ['/static/js/none.js', '/no-such-file.svg'])
    expect((await send(site.url + path, { 'If-None-Match': '*' })).status, path).toBe(404);
});
