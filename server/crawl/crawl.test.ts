import express from 'express';
import { XMLParser } from 'fast-xml-parser';
import request from 'supertest';
import { expect, test } from 'vitest';
import { readColours } from '../../build/colours.ts';
import { PLACEHOLDER_COMPANY } from '../../shared/site/placeholder-company.ts';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { startSite } from '../../test/support/site.ts';
import { Library } from '../blog/library/library.ts';
import { createEmbeddedSource } from '../blog/source/embedded.ts';
import type { FetchedPost } from '../blog/source/source.ts';
import { createLog } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createCrawlRoutes } from './crawl.ts';

const config = {
  siteUrl: 'https://www.kerbside.example',
  allowIndexing: true,
  company: PLACEHOLDER_COMPANY,
  indexNowKey: '0123456789abcdef',
};

function post(index: number): FetchedPost {
  return {
    post: {
      id: `p${index}`,
      slug: `post-${index}`,
      title: `Post ${index}`,
      publishedDate: '2025-03-04',
      excerpt: null,
      image: null,
      author: null,
      content: null,
      updatedAt: '2025-03-05T10:00:00.000Z',
    },
    revision: 1,
    links: [],
  };
}

function site(posts: FetchedPost[]) {
  const library = new Library({
    source: { ...createEmbeddedSource(), fixed: () => posts },
    ttlSeconds: 60,
    dataDir: null,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  return request(
    express().use(
      createCrawlRoutes({ config, library, colours: readColours(), staticPaths: ['/', '/blogs'] }),
    ),
  );
}

const FILES = {
  '/0123456789abcdef.txt': 'text/plain; charset=utf-8',
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/.well-known/security.txt': 'text/plain; charset=utf-8',
  '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
};

test('each file has its type, may be kept by a shared cache and answers 304', async () => {
  const client = site([post(1)]);
  for (const [path, type] of Object.entries(FILES)) {
    const first = await client.get(path).expect(200).expect('Content-Type', type);
    expect(first.headers['cache-control'], path).toContain('s-maxage=60');
    await client
      .get(path)
      .set('If-None-Match', first.headers.etag as string)
      .expect(304);
    const head = await client.head(path).expect(200).expect('Content-Type', type);
    expect(head.headers.etag, path).toBe(first.headers.etag);
  }
});

test('nothing in a request changes an address in them', async () => {
  const { text } = await site([post(1)])
    .get('/sitemap.xml')
    .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
  expect(text).not.toContain('evil');
});

test('the sitemap counts the pages of the list from the posts', async () => {
  const { text } = await site(Array.from({ length: 41 }, (_, index) => post(index))).get(
    '/sitemap.xml',
  );
  const paths = new XMLParser()
    .parse(text)
    .urlset.url.map(({ loc }: { loc: string }) => new URL(loc).pathname);
  expect(paths.filter((path: string) => path.startsWith('/blogs/page/'))).toEqual([
    '/blogs/page/2',
    '/blogs/page/3',
  ]);
});

test('with nothing known the sitemap has the static pages and the feed is a 503 with Retry-After', async () => {
  const client = site([]);
  const { text } = await client.get('/sitemap.xml').expect(200);
  expect(text.match(/<loc>/g)).toHaveLength(2);
  const feed = await client.get('/feed.xml').expect(503).expect('Cache-Control', 'no-store');
  expect(Number(feed.headers['retry-after'])).toBeGreaterThan(0);
});

test('the manifest carries the configured name, and what browsers ask of a site to be installed: it opens with the accident page', async () => {
  const { text } = await site([]).get('/manifest.webmanifest');
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

test('a post that search engines are kept away from is on the site, and not in the sitemap', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(21);
  Object.assign(service.entry('post-2').fields, { noindex: true });
  const site = await startSite(service.environment);
  const paths = async () => {
    const { text } = await request(site.server).get('/sitemap.xml').expect(200);
    return [...text.matchAll(/<loc>[^<]*(\/blogs[^<]*)/g)].map(([, path]) => path);
  };
  const listed = await paths();
  expect(listed).not.toContain('/blogs/post-2');
  expect(listed).toContain('/blogs/page/2');
  expect(listed.filter((path) => path?.includes('/post-'))).toHaveLength(20);
  const { text } = await request(site.server).get('/blogs/post-2').expect(200);
  expect(text).toContain('name="robots" content="noindex"');
});
