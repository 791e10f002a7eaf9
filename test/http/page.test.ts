import request from 'supertest';
import { expect, test } from 'vitest';
import { ROUTES, STATIC_PATHS } from '../../shared/addresses.ts';
import { startContentfulStandIn } from '../stand-ins/contentful-stand-in.ts';
import { sharedSite, startSite } from '../support/site.ts';

const SPECIFIED = [
  '/',
  '/about',
  '/accident',
  '/replacement-vehicles',
  '/credit-hire',
  '/bodyshop-repairs',
  '/blogs',
  '/contact',
  '/terms',
  '/complaints',
  '/privacy-policy',
];

const count = (html: string, pattern: RegExp) =>
  (html.match(new RegExp(pattern, 'g')) ?? []).length;

test('the route table holds every address of the specification', () => {
  expect(STATIC_PATHS).toEqual(expect.arrayContaining(SPECIFIED));
  expect(ROUTES.map((route) => route.path)).toContain('/blogs/:slug');
});

test('every page carries one title, description, canonical link, h1, header, main and footer, and the skip link first', async () => {
  const site = await sharedSite();
  const posts = site.blog.known().map((post) => `/blogs/${post.slug}`);
  const titles = new Set<string>();
  for (const path of [...STATIC_PATHS, ...posts, '/no-such-page']) {
    const { status, text: html } = await request(site.server).get(path);
    expect(status, path).toBe(path === '/no-such-page' ? 404 : 200);
    for (const one of [
      /<title>/,
      /<meta name="description"/,
      /<link rel="canonical"/,
      /<h1[ >]/,
      /<main/,
      /<header/,
      /id="blog-cache"/,
    ])
      expect(count(html, one), `${path} ${one}`).toBe(1);
    expect(html, path).toContain('<html lang="en-GB">');
    expect(html, path).toMatch(/<footer/);
    expect(html.indexOf('href="#main"'), path).toBeLessThan(html.indexOf('<header'));
    expect(html, path).toContain('tel:');
    titles.add(html.match(/<title>(.*?)<\/title>/)?.[1] ?? '');
  }
  expect(titles.size).toBe(STATIC_PATHS.length + posts.length + 1);
});

test('a ready page holds no script that runs inline and no hidden part', async () => {
  const site = await sharedSite();
  for (const path of [...STATIC_PATHS, `/blogs/${site.blog.known()[0]?.slug}`]) {
    const { text: html } = await request(site.server).get(path);
    expect(html, path).not.toMatch(/<div hidden/);
    for (const [, attributes = ''] of html.matchAll(/<script([^>]*)>/g))
      expect(attributes, path).toMatch(
        /type="application\/(ld\+)?json"|type="module" src="\/static\/js\//,
      );
  }
});

test('the serialized cache holds the data of its own page and nothing else', async () => {
  const site = await sharedSite();
  const cacheOf = async (path: string) => {
    const { text } = await request(site.server).get(path);
    return JSON.parse(text.match(/id="blog-cache">(.*?)<\/script>/)?.[1] ?? 'null');
  };
  const slug = site.blog.known()[0]?.slug as string;
  expect(await cacheOf('/')).toEqual({});
  const list = await cacheOf('/blogs');
  expect(list.list.posts.length).toBeGreaterThanOrEqual(8);
  expect(list.list.posts[0]).not.toHaveProperty('content');
  expect(Object.keys(await cacheOf(`/blogs/${slug}`))).toEqual(['post']);
});

test('a 304 leaves the headers that the browser has kept; if the security headers change, so does the ETag', async () => {
  const siteWithService = async () => startSite((await startContentfulStandIn()).environment);
  const site = await siteWithService();
  const first = await request(site.server).get('/about');
  await expect
    .poll(async () => (await request(site.server).get('/about')).headers['content-length'])
    .toBeDefined();
  const { status, headers } = await request(site.server)
    .get('/about')
    .set('If-None-Match', first.headers.etag as string);
  expect(status).toBe(304);
  expect(Object.keys(headers).sort()).toEqual(
    ['cache-control', 'connection', 'date', 'etag', 'vary'].sort(),
  );
  // A content service with pictures at an origin of its own has that origin in the
  // Content-Security-Policy.
  const other = await request((await siteWithService()).server).get('/about');
  expect(other.text).toBe(first.text);
  expect(other.headers['content-security-policy']).not.toBe(
    first.headers['content-security-policy'],
  );
  expect(other.headers.etag).not.toBe(first.headers.etag);
});

test('the first answer and the kept one carry the same headers in every encoding', async () => {
  const site = await startSite();
  const changing = new Set([
    'date',
    'content-length',
    'transfer-encoding',
    'content-encoding',
    'connection',
    'keep-alive',
  ]);
  const lasting = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)));
  for (const encoding of ['br', 'gzip', 'identity']) {
    const first = await request(site.server).get('/terms').set('Accept-Encoding', encoding);
    await expect
      .poll(async () => (await request(site.server).get('/terms')).headers['content-length'])
      .toBeDefined();
    const kept = await request(site.server).get('/terms').set('Accept-Encoding', encoding);
    expect(lasting(kept.headers), encoding).toEqual(lasting(first.headers));
    expect(kept.text, encoding).toBe(first.text);
  }
});

test('HEAD answers like GET without a body', async () => {
  const site = await sharedSite();
  for (const path of ['/', '/blogs', '/no-such-page']) {
    const get = await request(site.server).get(path);
    const head = await request(site.server).head(path);
    expect(head.status, path).toBe(get.status);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers.etag).toBe(get.headers.etag);
    expect(head.text).toBeFalsy();
  }
});

test('an unknown post is a 404 that stays in Loading... with a way on, and is not indexable', async () => {
  const site = await sharedSite();
  const { status, text, headers } = await request(site.server).get('/blogs/no-such-post');
  expect(status).toBe(404);
  expect(text).toContain('Loading...');
  expect(text).toMatch(/<main[\s\S]*href="\/blogs"[\s\S]*<\/main>/);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(headers['cache-control']).toBe('no-store');
});

test('on staging every page says noindex', async () => {
  const site = await sharedSite({ ALLOW_INDEXING: 'false' });
  const { text } = await request(site.server).get('/about');
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect((await request(site.server).get('/robots.txt')).text).toContain('Disallow: /');
});
