import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../../test/stand-ins/contentful-stand-in.ts';
import { openFilledLibrary, openLibrary } from '../../../test/support/library.ts';
import { createLog } from '../../ops/log.ts';
import { createMetrics } from '../../ops/metrics.ts';
import { createEmbeddedSource } from '../source/embedded.ts';
import { createLibrary } from './library.ts';

const titlesOf = (lookup: Awaited<ReturnType<ReturnType<typeof createLibrary>['list']>>) =>
  lookup.result.state === 'ready'
    ? lookup.result.posts.map((post) => post.title)
    : lookup.result.state;

test('the start makes one call, which fills the list and every post on it', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(20);
  const { library } = await openFilledLibrary(service);
  const list = library.list(1);
  expect(list).not.toBeInstanceOf(Promise);
  expect(list).toMatchObject({ result: { state: 'ready', page: 1, pageCount: 1 } });
  for (let number = 1; number <= 20; number += 1)
    expect(library.post(`post-${number}`)).toMatchObject({
      result: { state: 'ready', post: { title: `Post ${number}` } },
    });
  expect(service.calls.length).toBe(1);
});

test('200 simultaneous cold lookups of a post make one call, and so do 200 of the list', async () => {
  const service = await startContentfulStandIn();
  const { library } = openLibrary(service);
  const slug = service.entries[0]?.fields.slug as string;
  const posts = await Promise.all(Array.from({ length: 200 }, () => library.post(slug)));
  expect(new Set(posts.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(service.calls.length).toBe(1);
  await Promise.all(Array.from({ length: 200 }, () => library.list(1)));
  expect(service.calls.length).toBe(2);
});

test('within the TTL no call is made; after it the known copy is given at once and one call renews it', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service, { ttlSeconds: 60 });
  const slug = service.entries[0]?.fields.slug as string;
  const before = library.listVersion(1);
  const postBefore = library.postVersion(slug);
  service.entry(slug).fields.title = 'A better title';
  clock.forward(59);
  library.list(1);
  expect(service.calls.length).toBe(1);
  clock.forward(1);
  for (let visit = 0; visit < 100; visit += 1) {
    expect(library.listVersion(1)).toBe(before);
    expect(library.postVersion(slug)).toBe(postBefore);
    expect(library.list(1)).not.toBeInstanceOf(Promise);
  }
  await expect.poll(() => library.listVersion(1)).not.toBe(before);
  expect(library.postVersion(slug)).not.toBe(postBefore);
  expect(titlesOf(await library.list(1))).toContain('A better title');
  expect(service.calls.length).toBe(2);
});

test('a renewal that brings nothing new keeps every version', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service);
  const versions = () => [
    library.listVersion(1),
    ...library.known().map(({ slug }) => library.postVersion(slug)),
  ];
  const before = versions();
  clock.forward(61);
  library.list(1);
  await expect.poll(() => service.calls.length).toBe(2);
  await library.refresh();
  expect(versions()).toEqual(before);
});

test('an unknown slug costs one call in 30 seconds', async () => {
  const service = await startContentfulStandIn();
  const { library, clock } = await openFilledLibrary(service);
  expect(await library.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  clock.forward(29.9);
  expect(library.post('no-such-post')).toMatchObject({ result: { state: 'missing' } });
  expect(service.postCalls.length).toBe(1);
  clock.forward(0.2);
  await library.post('no-such-post');
  expect(service.postCalls.length).toBe(2);
  expect(library.postVersion('no-such-post')).toBeNull();
});

test('what is no slug costs no call', async () => {
  const service = await startContentfulStandIn();
  const { library } = await openFilledLibrary(service);
  for (const slug of ['', '.', '..', 'a/b', 'a b', '%41', 'a?b', '\u0000', 'x'.repeat(500)])
    expect(library.post(slug)).toMatchObject({ result: { state: 'missing' } });
  for (const page of [0, -1, 1.5, Number.NaN, 2, 1e9])
    expect(library.list(page)).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(1);
});

test('later pages of the list are asked for with their skip, and past the end there are none', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = openLibrary(service);
  const last = await library.list(3); // cold: the first page tells how many there are
  expect(last).toMatchObject({ result: { state: 'ready', page: 3, pageCount: 3 } });
  expect(titlesOf(last)).toEqual(['Post 41', 'Post 42', 'Post 43', 'Post 44', 'Post 45']);
  expect(service.calls.map(({ query }) => [query.skip, query.limit])).toEqual([
    ['0', '20'],
    ['40', '20'],
  ]);
  expect(library.list(4)).toMatchObject({ result: { state: 'missing' } });
  expect(library.listVersion(4)).toBeNull();
  expect(service.calls.length).toBe(2);
});

test('a blog without posts is an empty list, not an outage', async () => {
  const service = await startContentfulStandIn();
  service.entries = [];
  const { library } = await openFilledLibrary(service);
  expect(library.list(1)).toMatchObject({ result: { state: 'ready', posts: [], pageCount: 1 } });
  expect(library.known()).toEqual([]);
});

test('the sitemap and the feed learn of every post: later pages are fetched behind their back', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { library } = await openFilledLibrary(service);
  expect(library.known().length).toBe(20);
  await expect.poll(() => library.known().length, { timeout: 5000 }).toBe(45);
  expect(library.known().map((post) => post.slug)).toEqual(
    service.entries.map((entry) => entry.fields.slug),
  );
  expect(library.known()[0]).toMatchObject({
    author: 'An Editor',
    updatedAt: expect.stringMatching(/^2025-01-01T/),
  });
  expect(service.calls.length).toBe(3);
});

test('10,000 random slugs make a bounded number of calls: whoever comes after the budget is told to come back', async () => {
  const service = await startContentfulStandIn();
  const { library } = await openFilledLibrary(service);
  const states = new Map<string, number>();
  for (let index = 0; index < 10_000; index += 1) {
    const { state } = (await library.post(`random-${index}`)).result;
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  // The clock stands still: this is all within one second, the list's call included.
  expect(service.calls.length).toBe(5);
  expect(Object.fromEntries(states)).toEqual({ missing: 4, busy: 9996 });
  expect(library.retryAfterSeconds()).toBe(1);
});

test('no more than 4 calls are under way at once', async () => {
  const service = await startContentfulStandIn();
  service.delayMs = 50;
  const { library, clock } = await openFilledLibrary(service);
  const lookups = [];
  for (let index = 0; index < 40; index += 1) {
    clock.forward(1);
    lookups.push(library.post(`random-${index}`));
  }
  await Promise.all(lookups);
  expect(service.busiest).toBe(4);
});

test('with 10,000 posts in the service, those asked for one by one are held up to a limit and the newest stay', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(10_000);
  const { library, clock } = await openFilledLibrary(service, { ttlSeconds: 86_400 });
  for (let number = 1000; number < 1600; number += 1) {
    clock.forward(1);
    await library.post(`post-${number}`);
  }
  const held = Array.from({ length: 600 }, (_, index) =>
    library.postVersion(`post-${1000 + index}`),
  ).filter((version) => version !== null);
  expect(held.length).toBe(500);
  expect(library.postVersion('post-1000')).toBeNull();
  expect(library.postVersion('post-1')).not.toBeNull();
  expect(library.list(1)).toMatchObject({ result: { posts: { length: 20 }, pageCount: 500 } });
});

test('the embedded posts are all there before anything is started', () => {
  const parts = {
    ttlSeconds: 60,
    dataDir: null,
    log: createLog('silent'),
    metrics: createMetrics(),
  };
  const library = createLibrary({ ...parts, source: createEmbeddedSource() });
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
});
