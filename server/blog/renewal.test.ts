import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog } from '../../test/support/blog.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createBlogService } from './blog-service.ts';
import { createContentfulSource } from './contentful/contentful.ts';
import type { BlogSource } from './contentful/source.ts';

test('without a visitor the blog renews itself: the next one sees nothing old', async () => {
  const service = await startContentfulStandIn();
  service.entries = somePosts(25);
  const { blog, clock } = await openFilledBlog(service, { ttlSeconds: 1 });
  await blog.post('post-24');
  service.edit('post-1', { title: 'Corrected' });
  service.edit('post-24', { title: 'Corrected too' });
  clock.forward(1);
  const { length } = service.catalogueCalls;
  await expect.poll(() => service.catalogueCalls.length, { timeout: 3000 }).toBeGreaterThan(length);
  await expect
    .poll(() => service.postCalls.some(({ query }) => query['fields.slug'] === 'post-24'))
    .toBe(true);
  await expect.poll(() => blog.answered()).toBeGreaterThanOrEqual(6);
  expect(blog.post('post-1')).toMatchObject({ result: { post: { title: 'Corrected' } } });
  expect(blog.post('post-24')).toMatchObject({ result: { post: { title: 'Corrected too' } } });
});

test('a blog that is stopped asks no more', async () => {
  const service = await startContentfulStandIn();
  const { blog } = await openFilledBlog(service, { ttlSeconds: 1 });
  await blog.stop();
  const { length } = service.calls;
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(service.calls.length).toBe(length);
});

/** Calls that Contentful takes of a space in any second. */
const LIMIT = 55;

test('a hundred replicas that were started together renew their blogs below the limit of the service', async () => {
  const service = await startContentfulStandIn();
  const real = createContentfulSource(service.settings);
  const [catalogue, list] = [await real.catalogue(), await real.list(0, 20)];
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  onTestFinished(() => void vi.useRealTimers());
  const calls: number[] = [];
  const answer = async <T>(content: T) => {
    calls.push(performance.now());
    return content;
  };
  const source: BlogSource = {
    id: real.id,
    catalogue: () => answer(catalogue),
    list: () => answer(list),
    post: () => answer(null),
  };
  const log = pino({ level: 'silent' });
  for (let number = 0; number < 100; number += 1) {
    const blog = createBlogService({
      ...{ source, ttlSeconds: 60, callsPerSecond: LIMIT, database: null, log },
      metrics: createMetrics(),
    });
    onTestFinished(() => blog.stop());
    blog.start();
  }
  await vi.advanceTimersByTimeAsync(30_000);
  calls.length = 0;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(calls.length).toBeGreaterThan(100 * 2 * 4);
  const inASecondFrom = (start: number) =>
    calls.filter((at) => at >= start && at < start + 1000).length;
  expect(Math.max(...calls.map(inASecondFrom))).toBeLessThan(LIMIT);
});
