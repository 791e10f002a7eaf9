import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { openFilledBlog } from '../../test/support/blog.ts';

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
