import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { KnownPost } from '../library/lookup.ts';
import { createPurge } from './purge.ts';
import { createTellingRefresh } from './telling-refresh.ts';

/** A shared cache that answers every request with `status` and remembers what it was asked. */
async function startCache(status = 200) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const post = (slug: string, title = slug): KnownPost => ({
  id: slug,
  slug,
  title,
  publishedDate: '',
  excerpt: null,
  image: null,
  author: null,
  updatedAt: '2025-01-01T00:00:00Z',
});

/** A library whose refresh brings `after`. */
function libraryOf(before: KnownPost[], after: KnownPost[]) {
  let posts = before;
  return {
    known: () => posts,
    refresh: async () => {
      posts = after;
    },
  };
}

type PurgeParts = Parameters<typeof createPurge>[0] & { library: ReturnType<typeof libraryOf> };

function logTo(lines: string[]) {
  return pino({ base: null }, { write: (line: string) => void lines.push(line) });
}

function createPurgingRefresh({ library, ...parts }: PurgeParts) {
  return createTellingRefresh(library, [createPurge(parts)]);
}

test('the list, what was written, changed or taken down, the sitemap and the feed are purged', async () => {
  const { asked, url } = await startCache();
  const library = libraryOf(
    [post('same'), post('edited'), post('gone')],
    [post('same'), post('edited', 'Edited'), post('café')],
  );
  await createPurgingRefresh({ library, url, log: logTo([]) }).refresh();
  expect(asked.sort()).toEqual([
    'PURGE /blogs',
    'PURGE /blogs/caf%C3%A9',
    'PURGE /blogs/edited',
    'PURGE /blogs/gone',
    'PURGE /feed.xml',
    'PURGE /sitemap.xml',
  ]);
});

test('a post that the editor names is purged even when the list says nothing new of it', async () => {
  const { asked, url } = await startCache();
  const purging = createPurgingRefresh({
    library: libraryOf([post('a')], [post('a')]),
    url,
    log: logTo([]),
  });
  await purging.refresh({ kind: 'publish', entryId: 'a', slugs: ['a'] });
  expect(asked).toContain('PURGE /blogs/a');
});

test('every page of the list is purged, the one that the change emptied too', async () => {
  const { asked, url } = await startCache();
  const many = Array.from({ length: 41 }, (_, index) => post(`post-${index}`));
  await createPurgingRefresh({
    library: libraryOf(many, many.slice(1)),
    url,
    log: logTo([]),
  }).refresh();
  expect(asked).toEqual(
    expect.arrayContaining(['PURGE /blogs', 'PURGE /blogs/page/2', 'PURGE /blogs/page/3']),
  );
});

test.each([404, 410])(
  'a cache that passes on that a post is gone (%i) has done its part',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurgingRefresh({
      library: libraryOf([post('a')], []),
      url,
      log: logTo(lines),
    }).refresh();
    expect(lines.join('')).toContain('was purged');
  },
);

test.each([405, 503])(
  'a cache that refuses (%i) is logged once and fails nothing',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurgingRefresh({
      library: libraryOf([], [post('a')]),
      url,
      log: logTo(lines),
    }).refresh();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('could not be purged');
  },
);

test('a cache that cannot be reached is logged and fails nothing', async () => {
  const lines: string[] = [];
  const url = 'http://127.0.0.1:9';
  await createPurgingRefresh({
    library: libraryOf([], [post('a')]),
    url,
    log: logTo(lines),
  }).refresh();
  expect(lines.join('')).toContain('could not be purged');
});
