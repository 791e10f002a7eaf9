import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary, openLibrary } from '../../../test/support/library.ts';
import { createLog } from '../../ops/log.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { createEmbeddedSource } from '../source/embedded.ts';
import { blogPost } from '../source/posts/format.ts';
import { Library } from './library.ts';

const titlesOf = (lookup: Awaited<ReturnType<Library['list']>>) =>
  lookup.result.state === 'ready'
    ? lookup.result.posts.map((post) => post.title)
    : lookup.result.state;

test('the start reads the catalogue and the newest posts: the list and every post on it are there', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(20);
  const { library } = openLibrary(service);
  library.start();
  await expect.poll(() => library.answered()).toBe(2);
  const list = library.list(1);
  expect(list).not.toBeInstanceOf(Promise);
  expect(list).toMatchObject({ result: { state: 'ready', page: 1, pageCount: 1 } });
  for (let number = 1; number <= 20; number += 1)
    expect(library.post(`post-${number}`)).toMatchObject({
      result: { state: 'ready', post: { title: `Post ${number}` } },
    });
  expect([service.catalogueCalls.length, service.calls.length]).toEqual([1, 2]);
});

test('200 simultaneous not held yet lookups of a post make one call, and so do 200 of the list', async () => {
  const service = await startContentfulStandIn();
  const { library } = openLibrary(service);
  const slug = service.entries[0]?.fields.slug as string;
  const posts = await Promise.all(Array.from({ length: 200 }, () => library.post(slug)));
  expect(new Set(posts.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  await Promise.all(Array.from({ length: 200 }, () => library.list(1)));
  expect([
    service.catalogueCalls.length,
    service.postCalls.length,
    service.listCalls.length,
  ]).toEqual([1, 1, 1]);
});

test('within the TTL no call is made; after it the known copy is served at once and one call renews it', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service, { ttlSeconds: 60 });
  const slug = service.entries[0]?.fields.slug as string;
  const before = library.listVersion(1);
  const postBefore = library.postVersion(slug);
  service.entry(slug).fields.title = 'A better title';
  clock.forward(59);
  library.list(1);
  expect(service.calls.length).toBe(2);
  clock.forward(1);
  for (let visit = 0; visit < 100; visit += 1) {
    expect(library.listVersion(1)).toBe(before);
    expect(library.postVersion(slug)).toBe(postBefore);
    expect(library.list(1)).not.toBeInstanceOf(Promise);
  }
  await expect.poll(() => library.listVersion(1)).not.toBe(before);
  expect(library.postVersion(slug)).not.toBe(postBefore);
  expect(titlesOf(await library.list(1))).toContain('A better title');
  expect(service.listCalls.length).toBe(2);
  expect(service.calls.length).toBe(4);
});

test('a renewal without changes keeps every version', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service);
  const versions = () => [
    library.listVersion(1),
    ...library.known().map(({ slug }) => library.postVersion(slug)),
  ];
  const before = versions();
  clock.forward(61);
  library.list(1);
  await expect.poll(() => library.answered()).toBe(4);
  clock.forward(1);
  library.list(1);
  await library.refresh();
  expect(versions()).toEqual(before);
  expect(service.calls.length).toBe(6);
});

test('a post that was published without a notice is found when somebody asks for it after the TTL', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service);
  service.entries.push(blogPost('new', { title: 'N', slug: 'new', publishedDate: '2020-01-01' }));
  clock.forward(59.9);
  expect(library.post('new')).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(2);
  clock.forward(0.1);
  for (let visit = 0; visit < 100; visit += 1)
    expect(library.post('new')).toMatchObject({ result: { state: 'missing' } });
  await expect
    .poll(async () => (await library.post('new')).result)
    .toMatchObject({ state: 'ready', post: { title: 'N' } });
  expect(service.catalogueCalls.length).toBe(2);
});

test('something that is not a slug costs no call', async () => {
  const service = await startContentfulStandIn();
  const { library } = await openFilledLibrary(service);
  for (const slug of ['', '.', '..', 'a/b', 'a b', '%41', 'a?b', '\u0000', 'x'.repeat(500)])
    expect(library.post(slug)).toMatchObject({ result: { state: 'missing' } });
  for (const page of [0, -1, 1.5, Number.NaN, 2, 1e9])
    expect(library.list(page)).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(2);
  expect(openLibrary(service).library.post('a b')).toMatchObject({ result: { state: 'missing' } });
});

test('later pages of the list are asked for with their skip, and past the end there are none', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = openLibrary(service);
  const last = await library.list(3); // cold
  expect(last).toMatchObject({ result: { state: 'ready', page: 3, pageCount: 3 } });
  expect(titlesOf(last)).toEqual(['Post 41', 'Post 42', 'Post 43', 'Post 44', 'Post 45']);
  expect(service.listCalls.map(({ query }) => [query.skip, query.limit])).toEqual([['40', '20']]);
  expect(library.list(4)).toMatchObject({ result: { state: 'missing' } });
  expect(library.listVersion(4)).toBeNull();
  expect(service.calls.length).toBe(2);
  expect(await openLibrary(service).library.list(4)).toMatchObject({
    result: { state: 'missing' },
  });
});

test('a blog without posts is an empty list, not an outage', async () => {
  const service = await startContentfulStandIn();
  service.entries = [];
  const { library } = await openFilledLibrary(service);
  expect(library.list(1)).toMatchObject({ result: { state: 'ready', posts: [], pageCount: 1 } });
  expect(library.known()).toEqual([]);
});

test('every post is known from the first call, however many there are, with its own dates', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(10_000);
  const { library } = openLibrary(service);
  await library.catalogued();
  await library.catalogued();
  expect(service.calls.length).toBe(10);
  expect(library.known().map((post) => post.slug)).toEqual(
    service.entries.map((entry) => entry.fields.slug),
  );
  expect(library.known()[0]?.updatedAt).toMatch(/^2025-01-01T/);
  expect(await library.list(500)).toMatchObject({ result: { page: 500, pageCount: 500 } });
  expect(service.listCalls.length).toBe(1);
});

test('of 2,000 posts of one day, none falls between two list pages', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(2000);
  for (const { fields } of service.entries) fields.publishedDate = '2025-01-01';
  const { library } = openLibrary(service);
  const seen = new Set<string>();
  for (let page = 1; page <= 100; page += 1) {
    const { result } = await library.list(page);
    if (result.state === 'ready') for (const { slug } of result.posts) seen.add(slug);
  }
  expect(seen.size).toBe(2000);
  expect(service.calls.length).toBe(2 + 100);
});

test('10,000 addresses without a post cost nothing', async () => {
  const service = await startContentfulStandIn();
  const { library } = await openFilledLibrary(service);
  for (let index = 0; index < 10_000; index += 1)
    expect(library.post(`random-${index}`)).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(2);
});

test('requests for existing posts wait their turn and get an answer, however many there are', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(120);
  service.delayMs = 20;
  const { library } = await openFilledLibrary(service);
  const lookups = await Promise.all(service.entries.map(({ fields }) => library.post(fields.slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(service.busiest).toBeLessThanOrEqual(12);
  expect(service.postCalls.length).toBe(100);
});

test('only the most recently read posts are held in memory', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(600);
  const { library } = await openFilledLibrary(service, { ttlSeconds: 86_400 });
  await library.list(2);
  library.post('post-1');
  for (let page = 3; page <= 26; page += 1) await library.list(page);
  // 500 others have been read after it: 22 to 40, 1, and 41 to 520.
  expect(library.postVersion('post-21')).toBeNull();
  for (const slug of ['post-1', 'post-22', 'post-520'])
    expect(library.postVersion(slug)).not.toBeNull();
});

test('a post changed, moved or removed without a notice is noticed after the TTL', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library, clock } = await openFilledLibrary(service);
  await Promise.all(['post-30', 'post-31', 'post-32'].map((slug) => library.post(slug)));
  service.edit('post-30', { title: 'Corrected' });
  service.edit('post-31', { slug: 'renamed' });
  service.unpublish('post-32');
  clock.forward(61);
  library.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  await expect.poll(() => library.post('post-31')).toMatchObject({ result: { slug: 'renamed' } });
  expect(library.post('post-32')).toMatchObject({ result: { state: 'gone' } });
  await expect
    .poll(() => library.post('post-30'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('a post suggests what to read next: posts with the same tag, otherwise the nearest by date', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const tags = [{ sys: { type: 'Link', linkType: 'Tag', id: 'hire' } }];
  for (const slug of ['post-3', 'post-40'])
    Object.assign(service.entry(slug), { metadata: { tags } });
  const { library } = await openFilledLibrary(service);
  const next = async (slug: string) => {
    const { result } = await library.post(slug);
    return result.state === 'ready' && result.post.next?.map(({ title }) => title);
  };
  expect(await next('post-3')).toEqual(['Post 40', 'Post 4', 'Post 5']);
  expect(await next('post-45')).toEqual(['Post 44', 'Post 43', 'Post 42']);
  service.unpublish('post-43');
  await library.refresh();
  expect(await next('post-45')).toEqual(['Post 44', 'Post 42', 'Post 41']);
});

test('a post appears on its date by itself, and not before', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  Object.assign(service.entry('post-30').fields, { publishedDate: '2030-01-01T00:10:00Z' });
  const { library, clock } = await openFilledLibrary(service, { ttlSeconds: 86_400 });
  const slugs = () => library.known().map(({ slug }) => slug);
  expect(slugs().length).toBe(44);
  expect(slugs()).not.toContain('post-30');
  expect(library.post('post-30')).toMatchObject({ result: { state: 'missing' } });
  expect(titlesOf(await library.list(1))).toEqual(
    Array.from({ length: 20 }, (_, index) => `Post ${index + 1}`),
  );
  const before = library.listVersion(1);
  clock.forward(600);
  expect(slugs()[0]).toBe('post-30');
  await expect.poll(() => library.listVersion(1)).not.toBe(before);
  expect(titlesOf(await library.list(1))).toContain('Post 30');
  expect(library.post('post-30')).toMatchObject({ result: { state: 'ready' } });
  expect(service.catalogueCalls.length).toBe(1);
});

test('of two entries under one slug the newer counts, and one that cannot be shown is logged once', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  Object.assign(service.entry('post-24').fields, { slug: 'post-3' });
  Object.assign(service.entry('post-4').fields, { title: ' ' });
  Object.assign(service.entry('post-5').fields, { slug: 'with space' });
  Object.assign(service.entry('post-6').fields, { slug: undefined });
  const { library, lines, metrics } = await openFilledLibrary(service, { ttlSeconds: 0 });
  expect(await library.post('post-3')).toMatchObject({ result: { post: { title: 'Post 3' } } });
  expect(library.known().length).toBe(21);
  expect(await library.list(2)).toMatchObject({ result: { posts: { length: 1 }, pageCount: 2 } });
  await library.refresh();
  const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings.map(({ entry, reason }) => [entry, reason])).toEqual([
    ['id-4', 'it has no title'],
    ['id-5', 'an address cannot hold its slug'],
    ['id-6', 'it has no slug'],
    ['id-24', 'a newer entry has its slug'],
  ]);
  expect(await metrics.registry.metrics()).toContain('content_entries_left_out 4');
});

test('the posts of a whole list page come though its order has changed since the catalogue', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = openLibrary(service, { ttlSeconds: 86_400 });
  await library.catalogued();
  service.unpublish('post-2');
  service.unpublish('post-25');
  const { result } = await library.list(2);
  expect(result).toMatchObject({ state: 'ready', pageCount: 3 });
  expect(result.state === 'ready' && result.posts.map(({ title }) => title)).toEqual(
    Array.from({ length: 21 }, (_, index) => `Post ${index + 21}`).filter(
      (title) => title !== 'Post 25',
    ),
  );
});

test('a post on the first page is not asked for while the page is on its way', async () => {
  const service = await startContentfulStandIn();
  const { library } = openLibrary(service);
  await library.catalogued();
  const release = service.hold();
  library.start();
  const post = library.post(library.known()[0]?.slug as string);
  await expect.poll(() => service.listCalls.length).toBe(1);
  release();
  expect(await post).toMatchObject({ result: { state: 'ready' } });
  expect(service.postCalls.length).toBe(0);
});

test('the embedded posts are all there from the beginning, without a call', async () => {
  const parts = {
    ttlSeconds: 60,
    dataDir: null,
    log: createLog('silent'),
    metrics: createMetrics(),
  };
  const library = new Library({ ...parts, source: createEmbeddedSource() });
  const list = library.list(1);
  expect(list).toMatchObject({ result: { state: 'ready', page: 1, pageCount: 1 } });
  for (const { slug } of library.known()) {
    expect(library.post(slug)).toMatchObject({ result: { state: 'ready', post: { slug } } });
    expect(library.postVersion(slug)).toBeTruthy();
  }
  expect(library.known().length).toBeGreaterThan(5);
  expect(library.list(2)).toMatchObject({ result: { state: 'missing' } });
  expect(library.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  expect(library.hanging()).toBe(false);
  library.start();
  await library.refresh();
  expect(library.answered()).toBe(0);
});
