import request from 'supertest';
import { expect, test } from 'vitest';
import {
  FAILURES,
  type FakeContentful,
  makePosts,
  PREVIEW_TOKEN,
  startContentfulStandIn,
  TOKEN,
} from '../../test/fakes/contentful-stand-in.ts';
import { countLoadedPosts } from '../../test/support/blog.ts';
import { startSite } from '../../test/support/site.ts';
import { temporaryFolder } from '../../test/support/site-file.ts';

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Starts a site over the stand-in that has its list of posts already. */
async function openWarmSite(service: FakeContentful, environment: Record<string, string> = {}) {
  const site = await startSite({ ...service.environment, ...environment });
  await site.blog.catalogued();
  const get = (path: string, agent = CRAWLER) =>
    request(site.server).get(path).set('User-Agent', agent);
  return { ...site, get };
}

test('warm blog pages are 200 during every kind of outage, and no secret is logged', async () => {
  await Promise.all(
    FAILURES.map(async (failure) => {
      const service = await startContentfulStandIn();
      const { get, lines } = await openWarmSite(service, { CONTENT_TTL_SECONDS: '0' });
      const slug = service.entries[0]?.fields.slug;
      const before = (await get('/blogs')).text;
      service.behaviour = failure;
      for (let visit = 0; visit < 3; visit += 1) {
        expect((await get('/blogs').expect(200)).text, failure).toBe(before);
        await get(`/blogs/${slug}`).expect(200);
      }
      expect(lines.join('')).not.toContain(TOKEN);
    }),
  );
});

test.each(['broken', 'reset', 'down'] as const)(
  'a person gets a 503 at once while a service that is %s is tried again',
  async (failure) => {
    const service = await startContentfulStandIn();
    if (failure === 'down') await service.goDown();
    else service.behaviour = failure;
    const site = await startSite(service.environment);
    for (const path of ['/blogs', '/blogs/any-post']) {
      const { status, headers } = await fetch(site.url + path, {
        headers: { 'User-Agent': PERSON },
      });
      expect([status, headers.get('cache-control')], path).toEqual([503, 'no-store']);
      expect(Number(headers.get('retry-after')), path).toBeGreaterThanOrEqual(1);
    }
    if (failure === 'down') await service.goUp();
    service.behaviour = 'proper';
    await expect.poll(async () => (await fetch(`${site.url}/blogs`)).status).toBe(200);
  },
);

test('a hanging service after a cold start is a 503 to crawlers, Loading... to people', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'hang';
  const { get } = await openWarmSite(service);
  await get('/blogs', CRAWLER).expect(503);
  const { text } = await get('/blogs', PERSON).expect(200).expect('Cache-Control', 'no-store');
  expect(text).toContain('Loading...');
});

test('a service that takes 3 s completes the page in the same response', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  service.delayMs = 3000;
  const site = await startSite(service.environment);
  const response = await fetch(`${site.url}/blogs/post-40`, { headers: { 'User-Agent': PERSON } });
  const text = await response.text();
  expect(text.indexOf('Loading...')).toBeGreaterThan(0);
  expect(text).toContain('Text 40');
  await expect.poll(() => countLoadedPosts(site.blog), { timeout: 15_000 }).toBe(45);
  for (const path of ['/blogs/post-40', '/blogs', '/feed.xml', '/sitemap.xml']) {
    const calls = service.calls.length;
    const { body } = await fetch(site.url + path);
    expect((await new Response(body).text()).includes('Loading...'), path).toBe(false);
    expect(service.calls.length, path).toBe(calls);
  }
});

test('a restart during an outage serves the list and every post from the database', async () => {
  const DATA_DIR = temporaryFolder();
  const service = await startContentfulStandIn();
  const first = await openWarmSite(service, { DATA_DIR });
  await first.blog.stop();
  await first.callbacks?.close();
  await service.goDown();
  const { get } = await openWarmSite(service, { DATA_DIR });
  await get('/blogs').expect(200);
  for (const { fields } of service.entries) await get(`/blogs/${fields.slug}`).expect(200);
});

test('a slug in the other form of Unicode leads to the form that is listed', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(3);
  service.edit('post-1', { slug: 'caf\u00e9' });
  service.edit('post-2', { slug: 're\u0301sume\u0301' });
  const { get } = await openWarmSite(service);
  const path = (slug: string) => `/blogs/${encodeURIComponent(slug)}`;
  for (const listed of ['caf\u00e9', 're\u0301sume\u0301']) {
    await get(path(listed)).expect(200);
    for (const form of ['NFC', 'NFD'].map((name) => listed.normalize(name)))
      if (form !== listed) await get(path(form)).expect(301).expect('Location', path(listed));
  }
  await get(path('the\u0301')).expect(404);
});

test('a rate-limited service leaves known posts served, others with Retry-After', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(45);
  const { get, blog } = await openWarmSite(service);
  service.behaviour = 'asks-for-a-pause';
  await blog.refresh();
  const cold = await openWarmSite(service);
  for (const path of ['/blogs', '/blogs/post-3']) {
    const { headers } = await cold.get(path).expect(503);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5);
  }
  await get('/blogs/post-3').expect(200);
  await get('/blogs/no-such-post').expect(404);
  await get('/blogs').expect(200);
});

test.each(['X-Contentful-RateLimit-Reset', 'Retry-After'])(
  'a 429 with %s is respected and passed on, in every state',
  async (header) => {
    const service = await startContentfulStandIn();
    service.entries = makePosts(3);
    const tooMany = { status: 429, headers: { [header]: '60' } };
    const warm = await openWarmSite(service);
    service.override = () => tooMany;
    await warm.blog.refresh();
    const calls = service.calls.length;
    await warm.content.followChange({ kind: 'publish', type: 'Entry', id: 'id-1', revision: 9 });
    await warm.get('/blogs/post-3').expect(200);
    expect(service.calls).toHaveLength(calls);
    const cold = await startSite(service.environment);
    await cold.content.refresh();
    const called = service.calls.length;
    for (const path of ['/blogs', '/blogs/post-3', '/api/posts'])
      for (const agent of [CRAWLER, PERSON]) {
        const { headers, text } = await request(cold.server)
          .get(path)
          .set('User-Agent', agent)
          .expect(503);
        expect(Number(headers['retry-after']), path).toBeGreaterThanOrEqual(55);
        expect(text).not.toContain('<script nonce');
      }
    expect(service.calls, 'no call is made in the pause').toHaveLength(called);
    expect(cold.lines.join('')).toContain('"kind":"rate_limited","status":429');
  },
);

test('twenty wrong preview secrets lock a client out; requests without one do not', async () => {
  const service = await startContentfulStandIn();
  const { server } = await openWarmSite(service, {
    CONTENTFUL_PREVIEW_TOKEN: PREVIEW_TOKEN,
    CONTENTFUL_PREVIEW_HOST: service.origin,
    PREVIEW_SECRET: 'the-secret-of-editors',
    TRUST_PROXY: '1',
  });
  const ask = (query: string, client = '192.0.2.1') =>
    request(server).get(`/preview${query}`).set('X-Forwarded-For', client);
  for (let guess = 0; guess < 30; guess++) await ask('').expect(401);
  for (let guess = 0; guess < 19; guess++) await ask(`?secret=${guess}`).expect(401);
  await ask('?secret=a').expect('Referrer-Policy', 'no-referrer');
  const { headers } = await ask('?secret=20').expect(429).expect('Cache-Control', 'no-store');
  expect(Number(headers['retry-after'])).toBeGreaterThan(500);
  await ask('?secret=the-secret-of-editors&slug=none').expect(429);
  await ask('?secret=the-secret-of-editors&slug=none', '192.0.2.2').expect(404);
});
