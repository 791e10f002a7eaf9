import { expect, test } from 'vitest';
import { somePosts, startContentfulStandIn } from '../../test/stand-ins/contentful-stand-in.ts';
import { blogPost } from '../../test/stand-ins/entries.ts';
import { openFilledBlog } from '../../test/support/blog.ts';

async function openBlog() {
  const service = await startContentfulStandIn();
  service.entries = somePosts(45);
  return { service, ...(await openFilledBlog(service)) };
}

test('a post is renewed as soon as the catalogue has a newer revision of it', async () => {
  const { service, blog, clock } = await openBlog();
  clock.forward(30);
  await blog.post('post-30');
  service.edit('post-30', { title: 'Corrected' });
  clock.forward(31);
  blog.known();
  await expect
    .poll(() => blog.post('post-30'))
    .toMatchObject({ result: { post: { title: 'Corrected' } } });
});

test('a post that is newer than the catalogue is not asked for again and again', async () => {
  const { service, blog } = await openBlog();
  service.edit('post-30', { title: 'Corrected' });
  for (let visit = 0; visit < 3; visit += 1)
    expect(await blog.post('post-30')).toMatchObject({
      result: { post: { title: 'Corrected' } },
    });
  await blog.post('post-31'); // any further call for the other would have come before this one
  expect(service.postCalls.length).toBe(2);
});

test.each(['read before', 'never read'])(
  'a post that went since the catalogue was read (%s) is gone or moved as soon as it is asked for',
  async (before) => {
    const { service, blog, clock } = await openBlog();
    if (before === 'read before') {
      await Promise.all([blog.post('post-30'), blog.post('post-31')]);
      clock.forward(61);
      blog.known();
      await expect.poll(() => blog.answered()).toBe(5);
    }
    const calls = service.catalogueCalls.length;
    service.unpublish('post-30');
    service.edit('post-31', { slug: 'renamed' });
    for (const slug of ['post-30', 'post-31']) blog.post(slug);
    await expect.poll(() => blog.post('post-30')).toMatchObject({ result: { state: 'gone' } });
    expect(await blog.post('post-31')).toMatchObject({
      result: { state: 'moved', slug: 'renamed' },
    });
    expect(blog.known().length).toBe(44);
    expect(service.catalogueCalls.length - calls).toBeLessThanOrEqual(2);
  },
);

test('nothing is said of a post that the service lacks until the catalogue has been read again, once for all who ask', async () => {
  const { service, blog } = await openBlog();
  service.edit('post-30', { slug: 'renamed' });
  const lookups = await Promise.all(Array.from({ length: 200 }, () => blog.post('post-30')));
  for (const lookup of lookups)
    expect(lookup).toMatchObject({ result: { state: 'moved', slug: 'renamed' } });
  expect([service.postCalls.length, service.catalogueCalls.length]).toEqual([1, 2]);
});

test.each(['is listed', 'is newer than the catalogue'])(
  'a post whose slug another has that is dated ahead and %s is fetched by its id, once',
  async (when) => {
    const { service, blog, clock } = await openBlog();
    const title = 'Of the year after';
    const other = { title, slug: 'post-30', publishedDate: '2031-01-01T00:00:00.000Z' };
    service.entries.unshift(blogPost('later', other));
    if (when === 'is listed') {
      const answered = blog.answered();
      clock.forward(61);
      blog.known();
      await expect.poll(() => blog.answered()).toBe(answered + 1);
    }
    const visits = Array.from({ length: 20 }, () => blog.post('post-30'));
    for (const lookup of await Promise.all(visits))
      expect(lookup).toMatchObject({ result: { post: { title: 'Post 30' } } });
    expect(service.postCalls.length).toBe(when === 'is listed' ? 1 : 2);
  },
);

test('if the catalogue cannot be read again, nothing is said of the post yet', async () => {
  const { service, blog, clock } = await openBlog();
  service.unpublish('post-30');
  const answerPost = service.hold();
  const post = blog.post('post-30');
  await expect.poll(() => service.postCalls.length).toBe(1);
  const answerCatalogue = service.hold();
  answerPost();
  await expect.poll(() => service.catalogueCalls.length).toBe(2);
  service.behaviour = 'broken';
  answerCatalogue();
  expect(await post).toMatchObject({ result: { state: 'unavailable' } });
  service.behaviour = 'proper';
  clock.forward(2);
  expect(await blog.post('post-30')).toMatchObject({ result: { state: 'gone' } });
});

test('a post that the service lists and never has is asked for once, and the catalogue read again once', async () => {
  const { service, blog, clock } = await openBlog();
  service.lacking = ['post-30', 'post-31'];
  for (let visit = 0; visit < 3; visit += 1)
    for (const slug of service.lacking)
      expect(await blog.post(slug)).toMatchObject({ result: { state: 'gone' } });
  expect(service.catalogueCalls.length).toBe(3);
  expect(service.postCalls.length).toBeLessThanOrEqual(4);
  service.lacking = [];
  clock.forward(61);
  blog.known();
  await expect.poll(() => service.catalogueCalls.length).toBe(4);
  await expect.poll(() => blog.post('post-30')).toMatchObject({ result: { state: 'ready' } });
});

test('a post that is taken down while it is asked for is gone, and no failure', async () => {
  const { service, blog, lines } = await openBlog();
  service.unpublish('post-30');
  const release = service.hold();
  const post = blog.post('post-30');
  await expect.poll(() => service.postCalls.length).toBe(1);
  service.held = Promise.resolve(); // for the next call
  await blog.refresh();
  release();
  expect(await post).toMatchObject({ result: { state: 'gone' } });
  expect(lines).toEqual([]);
});
