import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog } from '../../test/support/blog.ts';
import { createLog } from '../ops/log.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createRequestQueue } from './request-queue.ts';

const slugsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `post-${from + index}`);

test('when the service fails, calls that wait their turn are not made', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(60);
  const { blog } = await openFilledBlog(service);
  service.behaviour = 'broken';
  const lookups = await Promise.all(slugsOf(21, 60).map((slug) => blog.post(slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['unavailable']));
  expect(service.postCalls.length).toBeLessThanOrEqual(12);
});

test('after an outage as many calls are made at once as before', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(400);
  const { blog, clock } = await openFilledBlog(service);
  service.behaviour = 'broken';
  await Promise.all(slugsOf(21, 400).map((slug) => blog.post(slug)));
  service.behaviour = 'proper';
  const release = service.hold();
  clock.forward(2);
  const lookups = Promise.all(slugsOf(21, 400).map((slug) => blog.post(slug)));
  await expect.poll(() => service.busiest).toBe(12);
  release();
  expect(new Set((await lookups).map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(service.busiest).toBe(12);
});

test('a failure is a warning with the call, its kind, and the seconds until the next', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { blog, clock, lines } = await openFilledBlog(service);
  expect([blog.answered(), blog.retryAfterSeconds()]).toEqual([2, 1]);
  service.behaviour = 'asks-for-a-pause';
  await blog.post('post-30');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, call: 'post', kind: 'rate_limited', status: 429, retryAfterSeconds: 7 },
  ]);
  clock.forward(2.5);
  expect([blog.answered(), blog.retryAfterSeconds()]).toEqual([2, 5]);
});

test("an editor's change is asked for even while the service is spared", async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { blog } = await openFilledBlog(service);
  service.behaviour = 'asks-for-a-pause';
  await blog.post('post-30');
  service.behaviour = 'proper';
  service.edit('post-3', { title: 'Corrected' });
  await blog.refresh();
  expect(blog.post('post-3')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(await blog.post('post-30'), 'the pause is over').toMatchObject({
    result: { state: 'ready' },
  });
});

test("an editor's change waits for the call under way, and makes no other if that fails", async () => {
  const service = await startContentfulStandIn();
  const { blog, clock } = await openFilledBlog(service);
  clock.forward(61);
  const release = service.hold();
  blog.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  const refreshed = blog.refresh();
  service.behaviour = 'broken';
  release();
  await refreshed;
  expect(service.catalogueCalls.length).toBe(2);
});

test('an answer that the site cannot take in is a failure of the service, and said loudly', async () => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const pauses: number[] = [];
  const queue = createRequestQueue({
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    metrics,
    now: () => 0,
    random: () => 1,
    callsPerSecond: 55,
    onFailure: (pauseMs) => void pauses.push(pauseMs),
  });
  const taken = queue.make({
    call: 'list',
    ask: async () => 'odd',
    take: () => {
      throw new TypeError('it is not like that');
    },
  });
  expect(await taken).toBe(false);
  const next = queue.make({ call: 'list', ask: async () => 'not asked', take: () => {} });
  expect([await next, queue.answered()]).toEqual([false, 1]);
  expect(pauses).toEqual([1000]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { name: 'TypeError' } },
    { level: 40, call: 'list', kind: 'malformed' },
  ]);
  expect(await metrics.registry.metrics()).toContain('call="list",outcome="malformed"} 1');
});

test('1,200 cold posts asked for at once keep the limit of the service, and none is a failure', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(1200);
  service.limitPerSecond = 55;
  const { blog, lines } = await openFilledBlog(service);
  const lookups = await Promise.all(slugsOf(1, 1200).map((slug) => blog.post(slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  expect(service.calls.length).toBeLessThan(110);
  expect(lines).toEqual([]);
});

test('calls that nobody waits for come after those that somebody does', async () => {
  const made: number[] = [];
  const queue = createRequestQueue({
    log: createLog('silent'),
    metrics: createMetrics(),
    now: () => 0,
    random: () => 1,
    callsPerSecond: 8,
    onFailure: () => {},
  });
  const make = (about: number, inBackground: boolean) =>
    queue.make({ call: 'post', about, ask: async () => made.push(about), take() {}, inBackground });
  const all = [...[1, 2, 3, 4].map((about) => make(about, true)), make(5, false), make(6, false)];
  expect(queue.isBusy()).toBe(true);
  await Promise.all([...all, make(4, false)]); // somebody waits for this one now
  expect(made.slice(2)).toEqual([4, 5, 6, 3]);
  expect(queue.isBusy()).toBe(false);
});

test('a 429 of another site under the same limit is waited out', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  const { blog, lines, metrics } = await openFilledBlog(service);
  service.limitPerSecond = 0;
  const post = blog.post('post-30');
  await expect.poll(() => service.postCalls.length).toBe(1);
  service.limitPerSecond = 55;
  expect(await post).toMatchObject({ result: { state: 'ready' } });
  expect(lines).toEqual([]);
  expect(await metrics.registry.metrics()).toContain('call="post",outcome="rate_limited"} 1');
});
