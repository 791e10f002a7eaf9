import pino from 'pino';
import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary } from '../../../test/support/library.ts';
import { serve } from '../../../test/support/serve.ts';
import { createPurge } from './purge.ts';

/** A shared cache that answers every request with `status` and records the requests. */
async function startCache(status = 200) {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  return { asked, url };
}

function logTo(lines: string[]) {
  return pino({ base: null }, { write: (line: string) => void lines.push(line) });
}

test('the list, each post that changed, the sitemap and the feed are purged', async () => {
  const { asked, url } = await startCache();
  await createPurge({ url, log: logTo([]) })(['edited', 'café'], 2);
  expect(asked.sort()).toEqual([
    'PURGE /blogs',
    'PURGE /blogs/caf%C3%A9',
    'PURGE /blogs/edited',
    'PURGE /blogs/page/2',
    'PURGE /feed.xml',
    'PURGE /sitemap.xml',
  ]);
});

test('posts that were published, changed, moved or taken down are purged, and nothing else', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const purged: string[][] = [];
  const listeners = [async (slugs: Iterable<string>) => void purged.push([...slugs].sort())];
  const { library } = await openFilledLibrary(service, { ttlSeconds: 3600, listeners });
  await library.post('post-40');
  service.edit('post-3', { title: 'Edited' });
  service.edit('post-40', { title: 'Edited' });
  service.edit('post-5', { slug: 'renamed' });
  service.unpublish('post-30');
  await library.refresh();
  expect(purged).toEqual([['post-3', 'post-30', 'post-40', 'post-5', 'renamed']]);
  await library.refresh({ kind: 'publish', id: 'id-7', isPost: true, revision: null });
  expect(purged[1]).toEqual(['post-7']);
});

test('every list page is purged, including one that the change emptied', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(41);
  const pages: number[] = [];
  const listeners = [async (_slugs: unknown, count: number) => void pages.push(count)];
  const { library } = await openFilledLibrary(service, { listeners });
  service.unpublish('post-3');
  await library.refresh();
  expect(pages).toEqual([3]);
});

test.each([404, 410])(
  'a cache that passes on that a post is gone (%i) has done its part',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurge({ url, log: logTo(lines) })(['a'], 1);
    expect(lines.join('')).toContain('was purged');
  },
);

test.each([405, 503])(
  'a cache that refuses (%i) is logged once and fails nothing',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurge({ url, log: logTo(lines) })(['a'], 1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('could not be purged');
  },
);

test('a cache that cannot be reached is logged and fails nothing', async () => {
  const lines: string[] = [];
  await createPurge({ url: 'http://127.0.0.1:9', log: logTo(lines) })(['a'], 1);
  expect(lines.join('')).toContain('could not be purged');
});
