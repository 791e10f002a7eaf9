import { expect, test } from 'vitest';
import { serve } from '../../../test/support/serve.ts';
import { PageCache } from './cache.ts';

const PAGE_BYTES = 1000;

/** A server with nothing but a page cache that has room for three pages. */
async function startCache() {
  let bytes = 0;
  const cache = new PageCache({
    limitBytes: 3 * PAGE_BYTES,
    sizeChanged: (changed) => {
      bytes = changed;
    },
  });
  const url = await serve((request, response) => {
    if (!cache.answer(request, response)) response.writeHead(404).end();
  });
  const keep = (key: string, { version = '1', current = () => version, size = PAGE_BYTES } = {}) =>
    cache.keep(key, {
      status: 200,
      html: Buffer.alloc(size, 'x'),
      headers: [['Cache-Control', 'public']],
      etag: `W/"${key}"`,
      route: key,
      version,
      current,
    });
  const status = async (path: string) => {
    const answer = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { cache, keep, status, bytes: () => bytes };
}

test('when there is no room left, the least recently read page goes', async () => {
  const { keep, status, bytes } = await startCache();
  for (const path of ['/a', '/b', '/c']) keep(path);
  expect(await status('/a')).toBe(200);
  keep('/d');
  expect([await status('/a'), await status('/b')]).toEqual([200, 404]);
  expect([await status('/c'), await status('/d')]).toEqual([200, 200]);
  expect(bytes()).toBe(3 * PAGE_BYTES);
});

test('a page that is kept again takes up its room only once', async () => {
  const { keep, bytes } = await startCache();
  keep('/a');
  keep('/a', { size: 500 });
  expect(bytes()).toBe(500);
});

test('a page of an earlier content version is not served', async () => {
  const { keep, status } = await startCache();
  let current = '1';
  keep('/a', { current: () => current });
  expect(await status('/a?query=1')).toBe(200);
  current = '2';
  expect(await status('/a')).toBe(404);
});
