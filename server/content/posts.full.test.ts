import { expect, test } from 'vitest';
import { makePosts, startContentfulStandIn } from '../../test/fakes/contentful-stand-in.ts';
import { openBlog, startLoadedBlog } from '../../test/support/blog.ts';

test('2,000 posts are all known after one read, each with its own dates', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(2000);
  const { blog } = openBlog(service);
  await blog.catalogued();
  await blog.catalogued();
  expect([service.catalogueCalls.length, service.listCalls.length]).toEqual([0, 100]);
  expect(blog.known().map((post) => post.slug)).toEqual(
    service.entries.map((entry) => entry.fields.slug),
  );
  expect(blog.known()[0]?.updatedAt).toMatch(/^2025-01-01T/);
  expect(blog.list(100)).toMatchObject({ result: { page: 100, pageCount: 100 } });
});

test('10,000 addresses without a post make no call', async () => {
  const service = await startContentfulStandIn();
  const { blog } = await startLoadedBlog(service);
  for (let index = 0; index < 10_000; index += 1)
    expect(blog.post(`random-${index}`)).toMatchObject({ result: { state: 'missing' } });
  expect(service.calls.length).toBe(1);
});

test('any number of cold lookups succeed within the rate limit of the service', async () => {
  const service = await startContentfulStandIn();
  service.entries = makePosts(1200);
  service.limitPerSecond = 55;
  const { blog, lines } = openBlog(service);
  blog.start();
  const slugs = service.entries.map(({ fields }) => fields.slug);
  const lookups = await Promise.all(slugs.map((slug) => blog.post(slug)));
  expect(new Set(lookups.map(({ result }) => result.state))).toEqual(new Set(['ready']));
  // The catalogue, the newest posts, and for each list page a post by its slug and all the others.
  expect(service.calls.length).toBeLessThanOrEqual(2 + 2 * 60);
  expect(lines).toEqual([]);
});
