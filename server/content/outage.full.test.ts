import { expect, test } from 'vitest';
import { FAILURES, startContentfulStandIn, TOKEN } from '../../test/fakes/contentful-stand-in.ts';
import { openBlog, startLoadedBlog } from '../../test/support/blog.ts';

/**
 * Tries every kind of failure at the same time, because the slow ones take as long as a call may.
 */
const withEachFailure = (
  attempt: (failure: (typeof FAILURES)[number], deadlineMs: number) => Promise<void>,
) => Promise.all(FAILURES.map((failure) => attempt(failure, SILENT.has(failure) ? 5000 : 30_000)));

/** Failures that only the deadline of a call ends. */
const SILENT = new Set<string>(['hang', 'drip']);

test('cached posts are served through every kind of failure, until a refresh ends it', async () => {
  await withEachFailure(async (failure, deadlineMs) => {
    const service = await startContentfulStandIn();
    const { blog, clock, lines } = await startLoadedBlog(service, { deadlineMs });
    const slug = service.entries[0]?.fields.slug as string;
    const before = [await blog.list(1), await blog.post(slug)];
    service.behaviour = failure;
    const refreshed = blog.refresh();
    expect([blog.list(1), blog.post(slug)], failure).toEqual(before);
    await refreshed;
    expect(lines.length).toBeGreaterThanOrEqual(1);
    expect([blog.list(1), blog.post(slug)], failure).toEqual(before);
    service.behaviour = 'proper';
    service.edit(slug, { title: 'After the outage' });
    clock.forward(61); // longer than any pause
    expect(blog.list(1)).not.toBeInstanceOf(Promise);
    await expect
      .poll(() => blog.post(slug))
      .toMatchObject({ result: { state: 'ready', post: { title: 'After the outage' } } });
    expect(lines.filter((line) => line.includes('answers again')).length).toBe(1);
    expect(lines.join('')).not.toContain(TOKEN);
  });
});

test('with nothing cached, every kind of failure is an outage and never "no posts"', async () => {
  await withEachFailure(async (failure, deadlineMs) => {
    const service = await startContentfulStandIn();
    service.behaviour = failure;
    const { blog, content } = openBlog(service, { deadlineMs });
    blog.start();
    expect(await blog.list(1), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(await blog.post('any-post'), failure).toMatchObject({
      result: { state: 'unavailable' },
    });
    expect(await blog.list(7), failure).toMatchObject({ result: { state: 'unavailable' } });
    expect(blog.listVersion(1)).toBeNull();
    expect(blog.known()).toEqual([]);
    const found = await content.lookup({ kind: 'post', slug: 'any-post' });
    expect(found, failure).toMatchObject({ isSilent: SILENT.has(failure) });
    expect(blog.retryAfterSeconds()).toBeGreaterThanOrEqual(1);
  });
});

test('a failing service is called ever more rarely, whatever the visitors do', async () => {
  const service = await startContentfulStandIn();
  service.behaviour = 'broken';
  const { blog, clock } = openBlog(service, { random: () => 1 });
  blog.start();
  await blog.list(1);
  const callsAt: number[] = [];
  for (let second = 0; second < 120; second += 0.5) {
    const before = service.calls.length;
    for (let visit = 0; visit < 10; visit += 1)
      await Promise.all([blog.list(1), blog.post(`post-${visit}`)]);
    if (service.calls.length > before) callsAt.push(second);
    clock.forward(0.5);
  }
  const gaps = callsAt.slice(1).map((at, index) => at - (callsAt[index] as number));
  expect(gaps.slice(0, 5)).toEqual([2, 4, 8, 16, 30]);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30.5);
});
