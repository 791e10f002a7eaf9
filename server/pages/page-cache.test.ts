import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../test/support/serve.ts';
import { createPageCache } from './page-cache.ts';

/** A page whose compressed forms are not so short that one more is never evicted. */
const createHtml = (length = 1000) => randomBytes(length / 2).toString('hex');
const HTML = createHtml();
const gzippedBytes = (html: string) => gzipSync(html, { level: 9 }).length;
const PAGE_BYTES = gzippedBytes(HTML);
const BROTLI_BYTES = brotliCompressSync(HTML).length;

/** A server with nothing but a page cache that has room for three pages. */
async function startCache() {
  let bytes = 0;
  const errors: unknown[] = [];
  const version = { number: 1, changesAt: Number.POSITIVE_INFINITY };
  const cache = createPageCache({
    versions: [version],
    onError: (error) => errors.push(error),
    maxBytes: 3 * PAGE_BYTES,
    onSizeChange: (changed) => {
      bytes = changed;
    },
  });
  const routes: (string | null)[] = [];
  const url = await serve((request, response) => {
    const page = cache.serve(request, response);
    routes.push(page?.route ?? null);
    if (!page) response.writeHead(404).end();
    after.answer();
  });
  const after = { answer: () => {} };
  const keep = (
    key: string,
    {
      version = '1',
      current = () => version,
      etag = `W/"${key}"` as string | null,
      html = Buffer.from(HTML),
      isPrerendered = false,
    } = {},
  ) =>
    cache.set(key, {
      status: 200,
      html,
      isPrerendered,
      headers: [['Cache-Control', 'public'], ...(etag ? [['ETag', etag] as const] : [])],
      etag,
      route: key,
      version,
      currentVersion: current,
    });
  const ask = async (path: string, encoding = 'identity', tag = '') => {
    const answer = await fetch(url + path, {
      headers: { 'Accept-Encoding': encoding, 'If-None-Match': tag },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const status = async (path: string, encoding?: string) => (await ask(path, encoding)).status;
  return {
    url,
    cache,
    after,
    keep,
    ask,
    status,
    routes,
    errors,
    version,
    bytes: () => bytes,
  };
}

test('evicts the least recently read page when it is full', async () => {
  const { keep, status, bytes } = await startCache();
  for (const path of ['/a', '/b', '/c']) keep(path);
  expect(await status('/a')).toBe(200);
  keep('/d');
  expect([await status('/a'), await status('/b')]).toEqual([200, 404]);
  expect([await status('/c'), await status('/d')]).toEqual([200, 200]);
  expect(bytes()).toBe(3 * PAGE_BYTES);
  const long = createHtml(2500);
  keep('/e', { html: Buffer.from(long) });
  expect([await status('/d'), await status('/e')]).toEqual([404, 200]);
  expect(bytes()).toBe(gzippedBytes(long));
});

test('keeps a page in no more memory than its bytes', async () => {
  const { cache, keep } = await startCache();
  const html = Buffer.alloc(64_000, HTML).subarray(0, HTML.length);
  const bodies: Buffer[] = [];
  const response = { writeHead: () => {}, end: (body: Buffer) => bodies.push(body) };
  const serve = (path: string, encoding: string) =>
    cache.serve(
      { headers: { 'accept-encoding': encoding } } as unknown as IncomingMessage,
      response as unknown as ServerResponse,
      path,
    );
  keep('/a', { html });
  await cache.compress('/a', 'br');
  for (const encoding of ['gzip', 'br']) serve('/a', encoding);
  keep('/b', { html, isPrerendered: true });
  serve('/b', 'identity');
  expect(bodies).toHaveLength(3);
  expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual(bodies.map(({ length }) => length));
});

test('holds the HTML of prerendered pages alone', async () => {
  const { keep, bytes, ask } = await startCache();
  keep('/a');
  expect(bytes()).toBe(PAGE_BYTES);
  for (const encoding of ['identity', 'gzip']) expect((await ask('/a', encoding)).text).toBe(HTML);
  expect(bytes()).toBe(PAGE_BYTES);
  keep('/b', { isPrerendered: true });
  expect(bytes()).toBe(PAGE_BYTES + HTML.length);
});

test('counts the bytes of a replaced page once', async () => {
  const { keep, bytes } = await startCache();
  keep('/a');
  const short = createHtml(500);
  keep('/a', { html: Buffer.from(short) });
  expect(bytes()).toBe(gzippedBytes(short));
});

test('never evicts a prerendered page', async () => {
  const { keep, status } = await startCache();
  keep('/a', { isPrerendered: true });
  for (const path of ['/b', '/c', '/d', '/e']) keep(path);
  expect([await status('/a'), await status('/b'), await status('/e')]).toEqual([200, 404, 200]);
});

test('reports and retries a failed compression, and compresses the next page', async () => {
  const { cache, keep, status, errors } = await startCache();
  const noBytes = { length: 1, buffer: { byteLength: 1 } } as never;
  keep('/a', { html: noBytes, isPrerendered: true });
  for (const attempt of [1, 2]) {
    expect(await status('/a', 'br')).toBe(404);
    await expect.poll(() => errors).toHaveLength(attempt);
  }
  await cache.compress('/a', 'gzip');
  expect(errors).toHaveLength(3);
  keep('/b');
  expect(await status('/b', 'br')).toBe(404);
  await expect.poll(() => status('/b', 'br')).toBe(200);
});

test('a page of an earlier content version is not served', async () => {
  const { keep, status, version } = await startCache();
  let current = '1';
  keep('/a', { current: () => current });
  expect(await status('/a?query=1')).toBe(200);
  current = '2';
  version.number += 1;
  expect(await status('/a')).toBe(404);
});

test('a page is compressed once it is asked for in an encoding, one page after another', async () => {
  const { keep, ask, status } = await startCache();
  for (const path of ['/a', '/b']) {
    keep(path, { isPrerendered: true });
    for (const encoding of ['br', 'gzip']) {
      expect(await status(path, encoding)).toBe(404);
      await expect.poll(() => status(path, encoding)).toBe(200);
      const { headers, text } = await ask(path, encoding);
      expect([headers.get('content-encoding'), text]).toEqual([encoding, HTML]);
    }
    expect((await ask(path)).headers.get('content-encoding')).toBeNull();
  }
});

test('compresses a page once for simultaneous requests and counts its bytes', async () => {
  const { url, keep, status, bytes } = await startCache();
  keep('/a');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const ask = 'GET /a HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n';
  socket.write(ask + ask); // in one piece, so that they arrive at the same time
  await expect.poll(() => status('/a', 'br')).toBe(200);
  // After a second compression of this page, if there were one.
  keep('/b', { isPrerendered: true });
  await expect.poll(() => status('/b', 'br')).toBe(200);
  expect(bytes()).toBe(PAGE_BYTES + HTML.length + 2 * BROTLI_BYTES);
});

test('frees the bytes of a page that is replaced while it is compressed', async () => {
  const { after, keep, status, bytes } = await startCache();
  keep('/a');
  after.answer = () => keep('/a', { version: '2' });
  await status('/a', 'br');
  after.answer = () => {};
  await expect.poll(() => status('/a', 'br')).toBe(200);
  expect(bytes()).toBe(PAGE_BYTES + BROTLI_BYTES);
});

test('sends a page without an ETag whole, whatever If-None-Match says', async () => {
  const { keep, ask } = await startCache();
  keep('/a', { etag: null });
  const { status, headers } = await ask('/a', 'identity', '*');
  expect([status, headers.get('etag')]).toEqual([200, null]);
});

test('names the route of a cache hit', async () => {
  const { keep, status, routes } = await startCache();
  keep('/a');
  await status('/a?query=1');
  await status('/b');
  expect(routes).toEqual(['/a', null]);
});

test('looks at the version of a page once for each snapshot', async () => {
  const { keep, status, version } = await startCache();
  let looks = 0;
  const current = () => {
    looks += 1;
    return '1';
  };
  keep('/a', { version: '1', current });
  for (let request = 0; request < 3; request += 1) expect(await status('/a')).toBe(200);
  expect(looks).toBe(1);
  version.number += 1;
  for (let request = 0; request < 3; request += 1) expect(await status('/a')).toBe(200);
  expect(looks).toBe(2);
});

test('looks again once the date comes at which the content changes by itself', async () => {
  const { keep, status, version } = await startCache();
  let current = '1';
  version.changesAt = Date.now() + 60_000;
  keep('/a', { version: '1', current: () => current });
  expect(await status('/a')).toBe(200);
  current = '2';
  expect(await status('/a')).toBe(200);
  version.changesAt = Date.now();
  expect(await status('/a')).toBe(404);
});
