import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { XMLParser } from 'fast-xml-parser';
import request from 'supertest';
import { expect, test } from 'vitest';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { sharedSite, startSite } from '../../test/support/site.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

const FILES = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/.well-known/security.txt': 'text/plain; charset=utf-8',
  '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** A site whose content service is the stand-in, and how to ask it. */
async function openSite(deps: { entries?: ReturnType<typeof makePosts>; DATA_DIR?: string } = {}) {
  const { entries = makePosts(3), ...environment } = deps;
  const service = await startContentfulStandIn();
  service.entries = entries;
  const start = async () => {
    const site = await startSite({ ...service.environment, ...environment });
    return { ...site, get: (path: string) => request(site.server).get(path) };
  };
  return { service, start };
}

/** Paths of the blog in a sitemap or a feed. */
function blogPaths(xml: string): string[] {
  const addresses = xml.matchAll(/(?:<loc>|href=")[^<"]*(\/blogs\/[^<"]*)/g);
  return [...addresses].map(([, path]) => path as string);
}

test('each file has its type, may be kept by a shared cache and answers 304', async () => {
  const { server } = await sharedSite();
  for (const [path, type] of Object.entries(FILES)) {
    const first = await request(server).get(path).expect(200).expect('Content-Type', type);
    expect(first.headers['cache-control'], path).toContain('s-maxage=60');
    expect(first.headers.etag, path).toBeDefined();
    const again = await request(server)
      .get(path)
      .set('If-None-Match', first.headers.etag as string);
    expect([again.status, again.text], path).toEqual([304, '']);
    for (const name of ['etag', 'cache-control', 'vary'])
      expect(again.headers[name], `${path} ${name}`).toBe(first.headers[name]);
  }
});

test('lists the newest 20 posts in the feed and every indexable post in the sitemap', async () => {
  const { service, start } = await openSite({ entries: makePosts(41) });
  Object.assign(service.entry('post-2').fields, { noindex: true });
  const { get, blog } = await start();
  const feed = await get('/feed.xml').expect(200);
  expect(blogPaths(feed.text)).toEqual(
    Array.from({ length: 20 }, (_, index) => `/blogs/post-${index + 1}`),
  );
  const sitemap = await get('/sitemap.xml').expect(200);
  const listed = blogPaths(sitemap.text);
  expect(listed.filter((path) => path.startsWith('/blogs/page/'))).toEqual([
    '/blogs/page/2',
    '/blogs/page/3',
  ]);
  expect(listed.filter((path) => path.includes('/post-'))).toHaveLength(40);
  expect(listed).not.toContain('/blogs/post-2');
  service.edit('post-3', { title: 'New' }).sys.updatedAt = new Date().toISOString();
  await blog.followChange();
  // The ETags have changed with the post.
  for (const [path, { headers }] of [
    ['/feed.xml', feed],
    ['/sitemap.xml', sitemap],
  ] as const)
    await get(path)
      .set('If-None-Match', headers.etag as string)
      .expect(200);
});

test('a blog without posts is a feed without entries and a sitemap of the other pages', async () => {
  const { start } = await openSite({ entries: [] });
  const { get } = await start();
  const feed = await get('/feed.xml').expect(200);
  expect(new XMLParser().parse(feed.text).feed).toMatchObject({ title: expect.any(String) });
  expect(feed.text).not.toContain('<entry>');
  const sitemap = await get('/sitemap.xml').expect(200);
  expect(sitemap.text).toContain('/blogs</loc>');
  expect(blogPaths(sitemap.text)).toEqual([]);
});

test('returns 503 until the content service has responded once', async () => {
  const { service, start } = await openSite();
  await service.goDown();
  const { get, blog } = await start();
  for (const path of ['/sitemap.xml', '/feed.xml']) {
    const { headers } = await get(path).expect(503).expect('Cache-Control', 'no-store');
    expect(Number(headers['retry-after']), path).toBeGreaterThan(0);
    expect(headers.etag, path).toBeUndefined();
  }
  await service.goUp();
  await blog.followChange();
  for (const path of ['/sitemap.xml', '/feed.xml'])
    expect(blogPaths((await get(path).expect(200)).text).length, path).toBe(3);
});

test('during an outage the sitemap and the feed name every known post, read or not', async () => {
  const DATA_DIR = temporaryFolder();
  const { service, start } = await openSite({ entries: makePosts(3), DATA_DIR });
  const first = await start();
  await first.blog.list(1);
  await first.close();
  const disk = new DatabaseSync(join(DATA_DIR, 'site.db'));
  disk.exec("DELETE FROM blog_rows WHERE kind = 'body' AND key = 'id-2'");
  disk.close();
  await service.goDown();
  const { get } = await start();
  const paths = ['/blogs/post-1', '/blogs/post-2', '/blogs/post-3'];
  expect(blogPaths((await get('/sitemap.xml').expect(200)).text)).toEqual(paths);
  const { text } = await get('/feed.xml').expect(200);
  expect(blogPaths(text)).toEqual(paths);
  expect(text).toContain('About 1');
});

test('serves an installable manifest with the configured name and the accident page', async () => {
  const { server } = await sharedSite();
  const { text } = await request(server).get('/manifest.webmanifest');
  expect(JSON.parse(text)).toMatchObject({
    name: PLACEHOLDER_COMPANY.name,
    lang: 'en-GB',
    id: '/',
    start_url: '/accident',
    display: 'minimal-ui',
    icons: expect.arrayContaining([expect.objectContaining({ sizes: '512x512' })]),
    shortcuts: expect.arrayContaining([expect.objectContaining({ url: '/accident' })]),
  });
});
