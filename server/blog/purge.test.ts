import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { STATIC_PATHS } from '../../shared/addresses.ts';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog, temporaryFolder } from '../../test/support/blog.ts';
import { serve } from '../../test/support/serve.ts';
import { openDatabase } from '../database/database.ts';
import { leaseSchema } from '../database/replicas.ts';
import { createPurge, purgeOldBuild } from './purge.ts';

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
  await createPurge({ urls: [url], log: logTo([]) })(['edited', 'café'], 2);
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
  const { blog } = await openFilledBlog(service, { ttlSeconds: 3600, listeners });
  await blog.post('post-40');
  service.edit('post-3', { title: 'Edited' });
  service.edit('post-40', { title: 'Edited' });
  service.edit('post-5', { slug: 'renamed' });
  service.unpublish('post-30');
  await blog.refresh();
  expect(purged).toEqual([['post-3', 'post-30', 'post-40', 'post-5', 'renamed']]);
  await blog.refresh({ kind: 'publish', id: 'id-7', isPost: true, revision: null });
  expect(purged[1]).toEqual(['post-7']);
});

test('every list page is purged, including one that the change emptied', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(41);
  const pages: number[] = [];
  const listeners = [async (_slugs: unknown, count: number) => void pages.push(count)];
  const { blog } = await openFilledBlog(service, { listeners });
  service.unpublish('post-3');
  await blog.refresh();
  expect(pages).toEqual([3]);
});

test.each([404, 410])(
  'a cache that passes on that a post is gone (%i) has done its part',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurge({ urls: [url], log: logTo(lines) })(['a'], 1);
    expect(lines.join('')).toContain('was purged');
  },
);

test.each([405, 503])(
  'a cache that refuses (%i) is logged once and fails nothing',
  async (status) => {
    const { url } = await startCache(status);
    const lines: string[] = [];
    await createPurge({ urls: [url], log: logTo(lines) })(['a'], 1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('could not be purged');
  },
);

test('a cache that cannot be reached is logged and fails nothing', async () => {
  const lines: string[] = [];
  await createPurge({ urls: ['http://127.0.0.1:9'], log: logTo(lines) })(['a'], 1);
  expect(lines.join('')).toContain('could not be purged');
});

test('the first start of a build purges every page, again once the old build is gone, and later starts none', async () => {
  const purged: string[] = [];
  const url = await serve((request, response) => {
    purged.push(`${request.method} ${request.url}`);
    response.end();
  });
  const config = { databaseUrl: null, dataDir: await temporaryFolder() };
  const log = logTo([]);
  const database = openDatabase({ config, log }, [leaseSchema]);
  onTestFinished(() => database.close());
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const { blog } = await openFilledBlog(service);
  const start = (build: string) =>
    purgeOldBuild({
      urls: [url],
      build,
      database,
      blog,
      log,
      goneMs: 0,
    });

  await start('first');
  const slugs = blog.known().map(({ slug }) => `/blogs/${slug}`);
  expect(slugs).toHaveLength(25);
  const documents = ['/sitemap.xml', '/feed.xml', '/manifest.webmanifest', '/favicon.svg'];
  const pages = [...STATIC_PATHS, ...slugs, ...documents, '/.well-known/security.txt'];
  expect(new Set(purged)).toEqual(
    new Set([...pages, '/blogs/page/2'].map((path) => `PURGE ${path}`)),
  );
  expect(purged).toHaveLength(2 * new Set(purged).size);

  purged.length = 0;
  await start('first');
  expect(purged).toEqual([]);
  await start('second');
  expect(purged).not.toEqual([]);
});

test('replicas that start a build together purge the caches once, and try again what one of them refused', async () => {
  const purged: string[] = [];
  let refusals = 3;
  const sound = await serve((_request, response) => void response.end());
  const url = await serve((request, response) => {
    if (refusals-- > 0) response.statusCode = 503;
    else purged.push(request.url as string);
    response.end();
  });
  const config = { databaseUrl: null, dataDir: await temporaryFolder() };
  const lines: string[] = [];
  const log = logTo(lines);
  const database = openDatabase({ config, log }, [leaseSchema]);
  onTestFinished(() => database.close());
  const { blog } = await openFilledBlog(await startContentfulStandIn());
  const parts = { urls: [sound, url], build: 'first', database, blog, log, goneMs: 100 };
  await Promise.all([1, 2, 3].map(() => purgeOldBuild({ ...parts, retryMs: 50 })));
  expect(purged.length).toBe(2 * new Set(purged).size - 3);
  expect(lines.filter((line) => line.includes('could not be purged'))).toHaveLength(1);
  expect(lines.join()).toContain(url);
});

test('what an editor changed is purged as soon as the cache is back', async () => {
  const purged: string[] = [];
  let isAway = true;
  const url = await serve((request, response) => {
    if (isAway) response.statusCode = 503;
    else purged.push(request.url as string);
    response.end();
  });
  const lines: string[] = [];
  await createPurge({ urls: [url], log: logTo(lines), pausesMs: [50, 50, 5000] })(['edited'], 1);
  await expect.poll(() => lines.length).toBe(2);
  isAway = false;
  await expect.poll(() => purged.sort()).toContain('/blogs/edited');
  expect(lines.join()).toContain('503');
});
